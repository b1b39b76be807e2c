//! Links: what is written is read back, no text panics, and a run that came out otherwise is told.

use std::fs;
use std::rc::Rc;

use expect_test::expect;
use idempotency_explainer::app::link::{self, MOST};
use idempotency_explainer::app::text::Language;
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::scenario::{Expect as Claim, ExpectedAnswer, Finding, Scenario};
use proptest::prelude::*;

use crate::generator::scenarios;
use crate::link_problems::SOUND;
use crate::support::{EVERY_FEATURE, EVERY_WIDER_FEATURE};

fn run_of(scenario: Scenario) -> Run {
    Run::of(Rc::new(scenario))
}

/// Every scenario file of the project, by name.
fn files() -> Vec<(String, Scenario)> {
    let mut files = Vec::new();
    for folder in ["static/scenarios", "static/incidents", "static/lessons", "tests/scenarios-extra"] {
        let folder = format!("{}/{folder}", env!("CARGO_MANIFEST_DIR"));
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let text = fs::read_to_string(&path).expect("readable");
            if let Ok(scenario) = parse(&text) {
                files.push((path.display().to_string(), scenario));
            }
        }
    }
    for text in [EVERY_FEATURE, EVERY_WIDER_FEATURE] {
        files.push(("every feature".to_owned(), parse(text).expect("valid")));
    }
    files
}

/// The scenario comes back through a link, whole, with its cursor and language and the claim that it ran the same.
fn check_round_trip(scenario: &Scenario, at: usize, language: Language) -> String {
    let run = run_of(scenario.clone());
    let events = run.trace.events.len();
    let cursor = (at % (events + 1)) as u32;
    let written = link::write_any(&run, cursor, language);
    let is_unreserved = |c: char| c.is_ascii_alphanumeric() || "-._~".contains(c);
    assert!(written.chars().all(is_unreserved), "{written}");
    let opened = link::read(&written).unwrap_or_else(|problem| panic!("{written}\n{problem:?}"));
    assert_eq!(&opened.scenario, scenario, "{written}");
    assert_eq!(opened.cursor, Some(cursor).filter(|cursor| (*cursor as usize) < events), "{written}");
    assert_eq!(opened.language, Some(language));
    assert_eq!(opened.made.differs(&run), None, "{written}");
    // What it was escaped to on its way is read too.
    let escaped = written.replace('~', "%7E").replace('_', "%5f");
    assert_eq!(link::read(&escaped).as_ref(), Ok(&opened));
    written
}

#[test]
fn every_file_comes_back_through_its_link() {
    let files = files();
    assert!(files.len() > 120, "{}", files.len());
    for (n, (name, scenario)) in files.iter().enumerate() {
        let written = check_round_trip(scenario, n * 7, Language::ALL[n % 2]);
        assert!(!written.is_empty(), "{name}");
    }
}

/// What the page links to has neither title nor claim: then the scenarios of the lessons and incidents fit.
#[test]
fn what_the_page_links_to_fits() {
    for (name, scenario) in
        files().into_iter().filter(|(name, _)| !name.contains("extra") && name != "every feature")
    {
        let run = run_of(Scenario { title: Vec::new(), expect: None, ..scenario });
        let written = link::write(&run, 3, Language::En);
        assert!(written.is_ok(), "{name}: {written:?}");
    }
}

#[test]
fn what_is_too_long_is_said() {
    let (_, largest) = files().into_iter().find(|(name, _)| name.contains("largest")).expect("the largest");
    let run = run_of(largest);
    let whole = link::write_any(&run, 0, Language::Zh);
    let said = link::write(&run, 0, Language::Zh).expect_err("too long");
    assert_eq!(said.characters as usize, whole.len());
    assert!(said.characters > MOST);
}

proptest! {
    #[test]
    fn every_scenario_comes_back(scenario in scenarios(), at in any::<usize>(), zh in any::<bool>()) {
        check_round_trip(&scenario, at, if zh { Language::Zh } else { Language::En });
    }

    #[test]
    fn every_text_comes_back(title in ".{0,12}", verbatim in ".{0,12}", key in ".{1,12}") {
        let mut scenario = parse(EVERY_FEATURE).expect("valid");
        scenario.title[0].1 = title;
        scenario.clients[0].keys = vec![key];
        let answer = ExpectedAnswer::Some { status: None, body_text: Some(verbatim), replayed: Some(true) };
        let claim = scenario.expect.get_or_insert(Claim::default());
        claim.answers[0].1 = answer;
        claim.findings = Some(vec![Finding::EffectLost]);
        check_round_trip(&scenario, 1, Language::En);
    }

    #[test]
    fn no_text_panics(text in ".{0,200}") {
        let _ = link::read(&text);
        let _ = link::read(&["r1~", &text].concat());
        let _ = link::is_link(&text);
    }

    #[test]
    fn no_edited_link_panics(n in any::<usize>(), edits in prop::collection::vec((any::<usize>(), 0..6_usize, any::<usize>()), 1..6)) {
        const PIECES: [&str; 16] =
            ["~", ".", "_", "__", "_z", "..", "%7", "%E7", "s.", "b", "0", "true", "_7b", "笔", "expect.answers.", "title"];
        let files = files();
        let mut link = link::write_any(&run_of(files[n % files.len()].1.clone()), 2, Language::En);
        for (at, cut, piece) in edits {
            let boundary = |mut at: usize| {
                at %= link.len() + 1;
                while !link.is_char_boundary(at) { at -= 1; }
                at
            };
            let from = boundary(at);
            let to = boundary(from + cut).max(from);
            link.replace_range(from..to, PIECES[piece % PIECES.len()]);
        }
        if let Ok(opened) = link::read(&link) {
            let run = run_of(opened.scenario.clone());
            let _ = opened.made.differs(&run);
        }
    }
}

/// A link of the first lesson's run, as it is written.
#[test]
fn it_reads_like_this() {
    let (_, scenario) = files().into_iter().find(|(name, _)| name.contains("/01-")).expect("the first");
    let run = run_of(Scenario { title: Vec::new(), expect: None, ..scenario });
    expect![[r#"
        r1
        en
        at12
        d0b36bec04d4a331f
        m.2.b60d75bbde95543a413131c1cd68dc05b9611b7
        end.1.1
        w.fixture.one-transaction
        c.c1.per-intent.durable
        s.0.c1.send.i1.order.notebook.2
        s.30s.c1.send.i1
        s.1m.c1.send.i1
        f.lose.response.c1-1
    "#]]
    .assert_eq(&(link::write(&run, 12, Language::En).expect("short").replace('~', "\n") + "\n"));
    let wide = run_of(parse(EVERY_WIDER_FEATURE).expect("valid"));
    let statements = link::write_any(&wide, 99_999, Language::Zh).replace('~', "\n");
    let rest = statements.split_once("\nw.").map_or("", |(_, rest)| rest);
    expect![[r#"
        w.stripe-v1.claim-then-commit
        service.effect.at.both
        service.effect.key.derived
        service.effect.unknown.ask
        service.effect.remembers.1h
        service.effect.fenced.true
        service.overrides.carrier.kind.derived
        service.overrides.carrier.name.event_5fid
        service.overrides.methods..POST.PATCH
        service.overrides.key-policy.presence.required
        service.overrides.key-policy.min.2
        service.overrides.key-policy.max.40
        service.overrides.key-policy.missing-status.401
        service.overrides.key-policy.bad-status.422
        service.overrides.key-policy.format.ascii
        service.overrides.scope..caller.company.region.api
        service.overrides.fingerprint.params
        service.overrides.mismatch.do.treat-as-new
        service.overrides.mismatch.status.422
        service.overrides.mismatch.code.other
        service.overrides.in-flight.do.current-state
        service.overrides.in-flight.status.409
        service.overrides.in-flight.code.busy
        service.overrides.stores.validation.pin
        service.overrides.stores.ok.pin
        service.overrides.stores.client-error.drop
        service.overrides.stores.server-error.drop
        service.overrides.stores.unhandled.pin
        service.overrides.stores.crash.drop
        service.overrides.failed-work.resume
        service.overrides.replay.mode.conflict-pointer
        service.overrides.replay.status.409
        service.overrides.replay.code.made
        service.overrides.replay.marker.Replayed_3a_201
        service.overrides.replay.marks-first.true
        service.overrides.retention.kind.per-api
        service.overrides.retention.for.12h
        service.overrides.retention.clock.completed
        service.overrides.after-expiry.reject.410
        service.overrides.kept-longer.1h
        service.build.running-first.true
        service.build.limiter.behind-record
        service.build.failed-claim.left
        service.build.unique.at-commit
        service.build.loser.errors
        service.build.recipe.filled
        service.build.key-form.trimmed
        service.build.record-needs-client.true
        service.build.fields.note.volatile.true
        service.build.fields.colour.default._22red_22
        service.build.fields.tag._z
        service.build.replicas.2
        service.build.store.lag.200ms
        service.build.volatile.true
        service.build.forgets-after.6h
        service.build.sweeper.5m
        service.build.proxy.3s
        service.build.mail.from.outbox
        service.build.mail.inbox.with-effect
        service.build.mail.remembers.2h
        service.build.mail.relay.150ms
        c.c1.per-call.durable
        clients.c1.tenant.t2
        clients.c1.company.k1
        clients.c1.clock-ahead.5s
        clients.c1.clock-behind.1s
        clients.c1.persists.after-send
        clients.c1.drops-key-on..timeout.4xx
        clients.c1.retry.attempts.3
        clients.c1.retry.backoff.1s
        clients.c1.retry.factor.1
        clients.c1.retry.on..refused.429
        clients.c1.retry.survives-reload.true
        clients.c1.retry.outer.attempts.2
        clients.c1.retry.outer.backoff.20s
        c.c2.none.memory
        s.0.c1.send.i1.json._7b_22product_22_3a_22pen_22_2c_22quantity_22_3a1_2c_22tag_22_3a_22a_22_7d.replica.2.region.eu
        s.10s.c1.ask.i1.key
        s.20s..deploy.text
        s.30s.c2.send.i2.json._7b_22order_5fid_22_3a1_7d.to.confirm
        s.40s.c2.ask.i2.order
        f.lose.commit-ack.c1-1
        f.fail.before-effect.c1-2.status.422.raised.true
        f.crash.after-commit.c1-3.restart.2s.loses.1s
        f.refuse.connection.c2-1
        f.limit.request.c2-2
        f.stall.after-claim.c1-4.for.45s
        f.crash-client.after-answer.c1-5
        f.redeliver.message.c1-1.after.1s
        expect.side-effects.i1.1
        expect.side-effects.i2.0
        expect.findings..never-finishes.side-effect-twice.wrong-operation
    "#]].assert_eq(&["w.", rest, "\n"].concat());
}

#[test]
fn what_is_no_link_of_any_version_is_left_alone() {
    for (fragment, is) in [
        ("r1~en", true),
        ("r1", true),
        ("r12~x", true),
        ("r1%7Een", true),
        ("", false),
        ("lab", false),
        ("r", false),
        ("rx~", false),
        ("lesson-1", false),
        ("case-c05", false),
    ] {
        assert_eq!(link::is_link(fragment), is, "{fragment}");
    }
}

/// A run that comes out otherwise is told, with the stretch in which it sets off and the two ends.
#[test]
fn a_run_that_differs_is_told_with_its_place() {
    let sound = link::read(SOUND).expect("sound");
    let run = run_of(sound.scenario);
    let made = link::read(&link::write_any(&run, 0, Language::En)).expect("written").made;
    let mut other = parse(&idempotency_explainer::sim::write::write(&run.scenario)).expect("valid");
    other.faults.clear();
    let other = run_of(other);
    let difference = made.differs(&other).expect("another run");
    let first = run
        .trace
        .events
        .iter()
        .zip(&other.trace.events)
        .position(|(was, is)| was.to_string() != is.to_string());
    let first = first.expect("they differ") as u32;
    let (sure, by) = difference.between.expect("marks");
    assert!(sure <= first && first < by, "{difference:?}: event {first}");
    assert_eq!(difference.was.as_ref(), Some(&difference.is), "it ends alike");

    let mut twice = (*run.scenario).clone();
    twice.clients[0].key = idempotency_explainer::sim::scenario::KeyPolicy::PerAttempt;
    let difference = made.differs(&run_of(twice)).expect("another run");
    assert_eq!(difference.was.map(|end| end.orders), Some(1));
    assert_eq!((difference.is.orders, &difference.is.findings[..]), (2, &["effect-twice".to_owned()][..]));
}
