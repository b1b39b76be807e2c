//! The texts: complete and equal in both languages, true of every event of every normative scenario, and within
//! the voice that the copy deck sets.

use std::collections::BTreeSet;
use std::rc::Rc;

use expect_test::{Expect, expect};
use idempotency_explainer::app::text::lessons::LessonTexts;
use idempotency_explainer::app::text::template::{Piece, Value, event_number, lesson, plain, render};
use idempotency_explainer::app::text::verdict::{VerdictLine, verdict};
use idempotency_explainer::app::text::{Language, events, lab_texts, names, problems, texts};
use idempotency_explainer::sim::limits;
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::scenario::AttemptId;
use idempotency_explainer::sim::time::Millis;
use idempotency_explainer::sim::trace::{Answer, Belief, EventKind, Meaning};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/static/scenarios");

fn run_of(text: &str) -> Run {
    Run::of(Rc::new(parse(text).unwrap_or_else(|problem| panic!("{problem}"))))
}

/// All normative scenarios, by the two digits that their names begin with.
fn normative() -> Vec<(String, Run)> {
    let files = std::fs::read_dir(FOLDER).expect("the scenarios are in the repository");
    let mut paths: Vec<_> = files.filter_map(|file| Some(file.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    assert!(paths.len() >= 41, "{} scenarios", paths.len());
    let run = |path: std::path::PathBuf| {
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        (name[..2].to_owned(), run_of(&std::fs::read_to_string(&path).expect("readable")))
    };
    paths.into_iter().map(run).collect()
}

fn number(file: &str) -> Run {
    normative().into_iter().find(|(name, _)| name == file).expect("a normative scenario").1
}

/// Runs that reach the sentences that no normative scenario does.
fn rare() -> Vec<(String, Run)> {
    let of = |service: &str, client: &str, script: &str, faults: &str| {
        run_of(&format!(
            "{{\"v\":1,\"title\":{{\"zh\":\"罕见\",\"en\":\"rare\"}},\
             \"service\":{{\"contract\":\"fixture\",{service}}},\"clients\":{{{client}}},\
             \"script\":[{script}],\"faults\":[{faults}]}}"
        ))
    };
    let client =
        |id: &str, more: &str| format!("\"{id}\":{{\"key\":\"per-intent\",\"keep\":\"durable\"{more}}}");
    let send = |at: &str, client: &str, more: &str| {
        format!("{{\"at\":\"{at}\",\"client\":\"{client}\",\"do\":\"send\",\"intent\":\"i1\"{more}}}")
    };
    let two = ",\"body\":{\"product\":\"notebook\",\"quantity\":2}";
    let first = send("0ms", "c1", two);
    let one = "\"write_order\":\"one-transaction\"";
    let slow = "\"takes\":{\"effect\":\"3s\"}";
    let crash = |after: &str| format!("{{\"crash\":\"after-{after}\",\"restart\":\"1s\",\"of\":\"c1#1\"}}");
    let runs = [
        (
            "only the second copy arrives",
            of(
                one,
                &client("c1", ""),
                &first,
                r#"{"lose":"request","of":"c1#1"},{"duplicate":"request","after":"1s","of":"c1#1"}"#,
            ),
        ),
        (
            "delayed, never answered, and a fault that never strikes",
            of(
                one,
                &client("c1", ""),
                &format!("{first},{}", send("1s", "c1", "")),
                &format!(
                    r#"{{"delay":"request","by":"90500ms","of":"c1#1"}},{},{{"lose":"response","of":"c1#9"}},{{"lose":"request","of":"c1#2"}}"#,
                    crash("receive")
                ),
            ),
        ),
        (
            "a timeout after the outcome is known",
            of(
                one,
                &client("c1", ""),
                &format!("{first},{}", send("5s", "c1", "")),
                r#"{"lose":"response","of":"c1#2"}"#,
            ),
        ),
        (
            "a 400 that a crash holds back, and copies that meet a service that is down",
            of(
                one,
                &client("c1", ""),
                &send("0ms", "c1", ",\"body_text\":\"{}\""),
                &format!(r#"{},{{"duplicate":"request","after":"20ms","of":"c1#1"}}"#, crash("validate")),
            ),
        ),
        (
            "waited out",
            of(
                &format!(
                    "\"write_order\":\"claim-then-commit\",\"overrides\":{{\"in_flight\":{{\"wait\":\"1s\"}}}},{slow}"
                ),
                &client("c1", ""),
                &format!("{first},{}", send("20ms", "c1", "")),
                "",
            ),
        ),
        (
            "fenced out by a claim, with a charge",
            of(
                &format!(
                    "\"write_order\":\"claim-then-commit\",\"lease\":\"1s\",\"effect\":{{\"at\":\"provider\"}},{slow}"
                ),
                &client("c1", ",\"timeout\":\"9s\""),
                &format!("{first},{}", send("2s", "c1", "")),
                "",
            ),
        ),
        (
            "fenced out by a record, with a charge",
            of(
                &format!(
                    "\"write_order\":\"claim-then-commit\",\"lease\":\"1s\",\"effect\":{{\"at\":\"provider\"}},{slow}"
                ),
                &client("c1", ",\"timeout\":\"9s\""),
                &format!("{first},{}", send("2s", "c1", "")),
                r#"{"fail":"before-effect","status":500,"of":"c1#2"}"#,
            ),
        ),
        (
            "fenced out where the claim is gone",
            of(
                &format!(
                    "\"write_order\":\"claim-then-commit\",\"lease\":\"1s\",\"overrides\":{{\"failures\":\"released\"}},{slow}"
                ),
                &client("c1", ",\"timeout\":\"9s\""),
                &format!("{first},{}", send("2s", "c1", "")),
                r#"{"fail":"before-effect","status":500,"of":"c1#2"}"#,
            ),
        ),
        (
            "an error that nothing keeps",
            of(
                "\"write_order\":\"ignore\"",
                &client("c1", ""),
                &first,
                r#"{"fail":"before-effect","status":503,"of":"c1#1"}"#,
            ),
        ),
        (
            "an error whose record a crash prevents",
            of(
                one,
                &client("c1", ""),
                &first,
                &format!(r#"{{"fail":"after-effect","status":500,"of":"c1#1"}},{}"#, crash("record")),
            ),
        ),
        (
            "other spellings and two clients",
            of(
                one,
                &format!("{},{}", client("c1", ""), client("c2", "").replace("per-intent", "business-id")),
                &[
                    first.clone(),
                    send("1s", "c1", r#","body_text":"{\"quantity\":2,\"product\":\"notebook\"}""#),
                    send("2s", "c1", r#","body_text":"{ \"quantity\": 2, \"product\": \"notebook\" }""#),
                    send("3s", "c2", two),
                    "{\"at\":\"4s\",\"client\":\"c2\",\"do\":\"reload\"}".to_owned(),
                    "{\"at\":\"5s\",\"client\":\"c2\",\"do\":\"wait\"}".to_owned(),
                ]
                .join(","),
                "",
            ),
        ),
        (
            "forgotten by a hashing client, recovered without a key",
            of(
                one,
                &format!(
                    "{},{}",
                    client("c1", "").replace("per-intent", "body-hash").replace("durable", "memory"),
                    client("c2", "").replace("per-intent", "per-attempt")
                ),
                &[
                    first.clone(),
                    send("1s", "c2", two),
                    "{\"at\":\"2s\",\"client\":\"c1\",\"do\":\"reload\"}".to_owned(),
                    "{\"at\":\"2s\",\"client\":\"c2\",\"do\":\"reload\"}".to_owned(),
                    send("3s", "c1", two),
                ]
                .join(","),
                "",
            ),
        ),
        (
            "a refusal after the reload forgot the first send",
            of(
                one,
                &client("c1", "").replace("durable", "memory"),
                &format!(
                    "{first},{},{}",
                    "{\"at\":\"9s\",\"client\":\"c1\",\"do\":\"reload\"}",
                    send("10s", "c1", ",\"body\":{\"product\":\"notebook\",\"quantity\":0}")
                ),
                r#"{"lose":"response","of":"c1#1"}"#,
            ),
        ),
        ("a crash with nothing in process", of(one, &client("c1", ""), &first, &crash("respond"))),
        (
            "too many attempts",
            of(
                one,
                &client(
                    "c1",
                    ",\"retry\":{\"attempts\":64,\"backoff\":\"1s\",\"factor\":1,\"on\":[\"5xx\"]}",
                ),
                &format!("{first},{}", send("24h", "c1", ",\"key\":\"other\"")),
                r#"{"fail":"before-effect","status":500,"of":"c1#1"}"#,
            ),
        ),
    ];
    runs.map(|(name, run)| (name.to_owned(), run)).into()
}

fn all_runs() -> Vec<(String, Run)> {
    normative().into_iter().chain(rare()).collect()
}

pub(crate) fn is_cjk(letter: char) -> bool {
    matches!(letter, '\u{2e80}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}')
}

/// What is wrong with a text's language, if anything.
pub(crate) fn misspelt(language: Language, text: &str) -> Option<&'static str> {
    // Code is a word of its own language.
    let parts = text.split('`').enumerate();
    let without_code: String = parts.map(|(n, part)| if n % 2 == 0 { part } else { "x" }).collect();
    let letters: Vec<char> = without_code.chars().collect();
    let is_half_width = |letter: char| matches!(letter, ',' | '.' | ':' | ';' | '!' | '?' | '(' | ')');
    match language {
        Language::Zh => {
            let beside = letters.windows(2).any(|pair| {
                (is_half_width(pair[0]) && is_cjk(pair[1])) || (is_cjk(pair[0]) && is_half_width(pair[1]))
            });
            let spaced = letters.windows(2).any(|pair| {
                let is_mark = |letter: char| matches!(letter, '·' | '+' | '←' | '/');
                (pair[0] == ' ' && is_cjk(pair[1]))
                    || (is_cjk(pair[0]) && pair[1] == ' ' && !is_mark(pair[1]))
            });
            if beside {
                Some("half-width punctuation beside a Chinese character")
            } else if spaced && !without_code.contains(" · ") {
                Some("a blank beside a Chinese character")
            } else if without_code.contains(['“', '”', '"']) {
                Some("quotation marks that are not 「」")
            } else {
                None
            }
        }
        Language::En if letters.iter().any(|letter| is_cjk(*letter)) => Some("a Chinese character"),
        Language::En if without_code.contains(['"', '\'']) => Some("a straight quotation mark"),
        Language::En => None,
    }
}

/// Slots of a template by name, links without `@`, numbers without their forms.
pub(crate) fn slots(template: &str) -> BTreeSet<String> {
    let without_code: String = template.split('`').step_by(2).collect();
    let parts = without_code.split('{').skip(1).filter_map(|part| part.split_once('}')).map(|(slot, _)| {
        let bare = slot.trim_start_matches('@');
        bare.split_once(':').map_or(bare, |(name, _)| name).to_lowercase()
    });
    parts.collect()
}

fn full(language: Language, lines: &[VerdictLine]) -> Vec<String> {
    lines.iter().map(|line| plain(&line.pieces, language)).collect()
}

/// Every text of a language, the lab's and the further pages' included.
fn everything(language: Language) -> Vec<(String, &'static str)> {
    [texts(language).list(), lab_texts(language).list()].concat()
}

#[test]
fn both_languages_use_the_same_slots() {
    let [zh, en] = Language::ALL.map(everything);
    assert_eq!(zh.len(), en.len());
    for ((name, chinese), (same, english)) in zh.iter().zip(&en) {
        assert_eq!(name, same);
        assert_eq!(slots(chinese), slots(english), "{name}");
    }
}

#[test]
fn texts_keep_to_their_language() {
    // A mark of JSON's, in quotes, is no punctuation.
    let quotes = ["problems.json_colon", "problems.json_comma_or_bracket", "problems.json_comma_or_brace"];
    let mut wrong = Vec::new();
    for language in Language::ALL {
        for (name, text) in everything(language) {
            let wrongs = misspelt(language, text).filter(|_| !quotes.contains(&&name[..]));
            wrong.extend(wrongs.map(|why| format!("{} {name}: {why}: {text}", language.code())));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn nothing_claims_too_much() {
    let too_much = ["exactly once", "guarantee", "safe", "安全", "保证", "恰好", "！", "!"];
    let mut wrong = Vec::new();
    for language in Language::ALL {
        for (name, text) in everything(language) {
            let lower = text.to_lowercase();
            let claims = too_much.iter().filter(|claim| lower.contains(**claim));
            wrong.extend(claims.map(|claim| format!("{} {name}: {claim}: {text}", language.code())));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn every_event_has_a_sentence() {
    for (name, run) in all_runs() {
        check_every_sentence(&name, &run);
    }
}

/// Every event of a run has a sentence of its language, with nothing left open.
pub(crate) fn check_every_sentence(name: &str, run: &Run) {
    for event in &run.trace.events {
        for language in Language::ALL {
            let at = format!("{name} #{} {}: {}", event.seq, language.code(), event);
            let sentence = plain(&events::sentence(language, run, event), language);
            assert!(!sentence.is_empty(), "{at}");
            assert!(!sentence.contains(['{', '}', '?']), "{at}: {sentence}");
            assert!(!sentence.ends_with(['.', '。']), "{at}: {sentence}");
            assert_eq!(misspelt(language, &sentence), None, "{at}: {sentence}");
            let has_chinese = sentence.chars().any(is_cjk);
            assert_eq!(has_chinese, language == Language::Zh, "{at}: {sentence}");
            let begins = sentence.chars().next().is_some_and(char::is_lowercase);
            let named = sentence.starts_with('c') && sentence.contains('#');
            assert!(!begins || named, "{at}: {sentence}");
            assert!(!events::name(language, event).is_empty(), "{at}");
        }
    }
}

/// Templates that no run of this model can reach, or none of the runs here.
const UNREACHED: [&str; 2] = ["limit_at_once", "believed_unknown"];

#[test]
fn every_sentence_is_spoken_somewhere() {
    let mut spoken = BTreeSet::new();
    for (_, run) in all_runs() {
        let say = |event| plain(&events::sentence(Language::En, &run, event), Language::En);
        spoken.extend(run.trace.events.iter().map(say));
    }
    // A sentence speaks a template if it has all the words between the slots, in order.
    let speaks = |sentence: &String, template: &str| {
        let mut stretches = template.split(['{', '}']).step_by(2);
        stretches.try_fold(&sentence[..], |rest, stretch| Some(rest.split_once(stretch)?.1)).is_some()
    };
    for (name, template) in texts(Language::En).events.list() {
        let is_spoken = spoken.iter().any(|sentence| speaks(sentence, template));
        assert_eq!(is_spoken, !UNREACHED.contains(&name), "{name}: {template}");
    }
}

#[test]
fn every_finding_is_worded_and_linked() {
    for (name, run) in all_runs() {
        check_verdict(&name, &run);
    }
}

/// Every finding of a run has a line that links to its proof.
pub(crate) fn check_verdict(name: &str, run: &Run) {
    for language in Language::ALL {
        let lines = verdict(language, run);
        let at = format!("{name} {}", language.code());
        assert_eq!(lines.iter().filter(|line| line.is_bad).count(), run.found.len(), "{at}");
        assert!(!lines.is_empty(), "{at}");
        for (line, found) in lines.iter().zip(&run.found) {
            let links: BTreeSet<_> = line.pieces.iter().filter_map(link).collect();
            for proof in found.proof.iter().chain(&found.deciding) {
                assert!(links.contains(proof), "{at}: {proof} of {found:?} in {links:?}");
            }
        }
        for line in &lines {
            for seq in line.pieces.iter().filter_map(link) {
                assert!(run.trace.event(seq).is_some(), "{at}: {seq}");
            }
            let text = plain(&line.pieces, language);
            assert!(!text.contains(['{', '}', '?']), "{at}: {text}");
            assert!(text.ends_with(['.', '。']), "{at}: {text}");
            assert_eq!(misspelt(language, &text), None, "{at}: {text}");
        }
    }
}

fn link(piece: &Piece) -> Option<u32> {
    if let Piece::Event { seq, .. } = piece { Some(*seq) } else { None }
}

#[test]
fn verdicts_read_as_the_deck_has_them() {
    let check = |file: &str, language: Language, wanted: Expect| {
        wanted.assert_eq(&full(language, &verdict(language, &number(file))).join("\n"));
    };
    check(
        "01",
        Language::En,
        expect![[r#"
        Nothing found. 1 intent, 1 effect, at most one for each (event 10).
        2 replays, byte for byte the key’s first final answer (event 18, event 25).
        What each client believes is so."#]],
    );
    check(
        "01",
        Language::Zh,
        expect![[r#"
        没有发现问题。1个意图，1个效果，每个意图最多1个（事件10）。
        2次重放，与该键第一个最终回答逐字节相同（事件18、事件25）。
        每个客户端认定的，都与实际相符。"#]],
    );
    check(
        "05",
        Language::En,
        expect!["The client believes intent i2 done (event 22), but order 1 is not its effect."],
    );
    check(
        "12",
        Language::En,
        expect![
            "The intent has 2 effects: order 1, order 2. No contract broken: the retry came after the retention of key A (event 14); the client’s retry window was too long."
        ],
    );
    check(
        "12",
        Language::Zh,
        expect![
            "这个意图做了2个效果：订单1、订单2。契约没有违反：键A过了保留期才重试（事件14），客户端的重试窗口太长。"
        ],
    );
    check(
        "15",
        Language::En,
        expect![
            "The intent has 2 effects: order 1, order 2. The crash fell between effect and record (event 8); the retry could not tell."
        ],
    );
    check(
        "17",
        Language::En,
        expect![
            "Key A stays in flight (event 7): its owner attempt 1 is gone (event 8), no lease ends the claim, the client does not know."
        ],
    );
    check(
        "17",
        Language::Zh,
        expect!["键A一直处理中（事件7）：尝试1占着却已不在（事件8），没有租约来了结，客户端不知道结果。"],
    );
    check(
        "18",
        Language::Zh,
        expect!["这个意图做了2个效果：扣款1、扣款2。崩溃落在效果与记录之间（事件9），重试看不出已经做过。"],
    );
    check(
        "32",
        Language::En,
        expect![[r#"
        Nothing found. 1 intent, 1 effect, at most one for each (event 10).
        Still unknown to a client: 1 intent. It believes nothing wrong."#]],
    );
    check(
        "36",
        Language::En,
        expect![[r#"
        The intent has 2 effects: order 1, order 2. Both looked before either recorded (event 7, event 10); neither claimed.
        Attempt 3 was sent a replay of 201, order 2; the first final answer under key A was 201, order 1.
        Within one retention key A has two final answers: 201, order 1; 201, order 2."#]],
    );
    check(
        "36",
        Language::Zh,
        expect![[r#"
        这个意图做了2个效果：订单1、订单2。两次查键都在写记录之前（事件7、事件10），谁也没占位。
        给尝试3的重放是201，订单2，键A名下第一个最终回答却是201，订单1。
        键A名下，同一段保留期里有两个最终回答：201，订单1；201，订单2。"#]],
    );
    check(
        "39",
        Language::Zh,
        expect!["这个意图做了2个效果：订单1、订单2。两个客户端为同一意图各造各的键（事件19）。"],
    );
}

#[test]
fn an_idle_fault_and_a_cut_are_named() {
    let idle = &rare()[1].1;
    expect![[r#"
        Nothing found. 1 intent, 0 effects, at most one for each.
        Still unknown to a client: 1 intent. It believes nothing wrong.
        This fault never struck (lose attempt 9’s response): attempt 9 was never sent."#]]
    .assert_eq(&full(Language::En, &verdict(Language::En, idle)).join("\n"));
    expect![[r#"
        没有发现问题。1个意图，0个效果，每个意图最多1个。
        1个意图，客户端仍不知道结果：没认错，也没了结。
        这个故障没有发生（弄丢尝试9的响应）：尝试9没有发出。"#]]
    .assert_eq(&full(Language::Zh, &verdict(Language::Zh, idle)).join("\n"));
    let runs = rare();
    let (_, cut) = runs.last().expect("the last one");
    expect![[r#"
        The intent cannot finish: while the record of key A stands, no retry under it gets past it (event 516).
        The run stopped at a limit (event 518); the verdict covers what ran."#]].assert_eq(&full(Language::En, &verdict(Language::En, cut)).join("\n"));
}

#[test]
fn numbers_take_their_form() {
    let say =
        |count| plain(&render(Language::En, "{n:order/orders}", &[("n", Value::Count(count))]), Language::En);
    assert_eq!([0, 1, 2].map(say), ["0 orders", "1 order", "2 orders"]);
    let crashed = texts(Language::En).events.crashed;
    let say = |count| {
        let slots = [("n", Value::Count(count)), ("point", Value::Text("effect".to_owned()))];
        plain(&render(Language::En, crashed, &slots), Language::En)
    };
    assert!(say(1).contains("1 request gets"), "{}", say(1));
    assert!(say(2).contains("2 requests get "), "{}", say(2));
}

#[test]
fn slots_capitalise_and_stay_where_nothing_fills_them() {
    let slots = [
        ("client", Value::Text("the client".to_owned())),
        ("attempt", Value::Name("c1#2".to_owned())),
        ("proof", Value::Proof(vec![6, 9])),
        ("none", Value::Proof(Vec::new())),
    ];
    let say = |template| plain(&render(Language::En, template, &slots), Language::En);
    assert_eq!(say("{Client} sends {Attempt}"), "The client sends c1#2");
    assert_eq!(say("It is so {@proof}. {unknown}"), "It is so (event 7, event 10). {unknown}");
    assert_eq!(say("It is so {@none}."), "It is so.");
    let key = [("key", Value::Key(27))];
    assert_eq!(
        plain(&render(Language::En, "{Key} is past. {Key} is {key}", &key), Language::En),
        "Key B2 is past. Key B2 is key B2"
    );
    assert_eq!(plain(&render(Language::Zh, "{key}名下", &key), Language::Zh), "键B2名下");
}

#[test]
fn durations_are_exact() {
    let table = [
        (0, "0 ms", "0毫秒"),
        (30, "30 ms", "30毫秒"),
        (999, "999 ms", "999毫秒"),
        (1_000, "1 s", "1秒"),
        (1_900, "1.9 s", "1.9秒"),
        (1_930, "1.93 s", "1.93秒"),
        (1_931, "1.931 s", "1.931秒"),
        (30_000, "30 s", "30秒"),
        (60_000, "1 min", "1分钟"),
        (90_500, "1 min 30.5 s", "1分钟30.5秒"),
        (600_000, "10 min", "10分钟"),
        (3_600_000, "1 h", "1小时"),
        (86_399_000, "23 h 59 min", "23小时59分钟"),
        (86_400_000, "24 h", "24小时"),
        (93_600_000, "26 h", "26小时"),
        (172_800_000, "2 d", "2天"),
        (180_000_000, "2 d 2 h", "2天2小时"),
        (5_184_000_000, "60 d", "60天"),
    ];
    for (length, english, chinese) in table {
        assert_eq!(names::duration(Language::En, Millis(length)), english);
        assert_eq!(names::duration(Language::Zh, Millis(length)), chinese);
    }
    assert_eq!(names::clock(Millis(0)), "0.000");
    assert_eq!(names::clock(Millis(32_040)), "32.040");
    assert_eq!(names::clock(Millis(3_599_999)), "3599.999");
    assert_eq!(names::clock(Millis(93_600_040)), "26:00:00.040");
    assert_eq!(names::instant(Language::En, Millis(32_040)), "32.040 s");
    assert_eq!(names::instant(Language::Zh, Millis(93_600_040)), "26:00:00.040");
}

#[test]
fn names_follow_the_number_of_clients() {
    let (alone, two) = (number("01"), number("38"));
    let second = AttemptId { client: 0, number: 2 };
    assert_eq!(names::attempt(Language::Zh, &alone, second), "尝试2");
    assert_eq!(names::attempt(Language::En, &two, second), "c1#2");
    assert_eq!(names::client(Language::En, &two, 1), "client c2");
    assert_eq!(names::client(Language::Zh, &alone, 0), "客户端");
    assert_eq!(names::intent(Language::En, &number("04"), 1), "intent i2");
    let conflict = |meaning| names::answer(Language::En, &alone, &Answer::fixture(meaning, 500));
    assert_eq!(conflict(Meaning::InProgress), "409, in progress");
    assert_eq!(conflict(Meaning::OtherParameters), "409, other parameters");
    assert_eq!(conflict(Meaning::Created(1)), "201, order 1");
    assert_eq!(names::order(Language::Zh, &number("18"), 2), "扣款2");
    assert_eq!(names::belief(Language::En, &alone, Belief::Done(1)), "Done: order 1");
    assert_eq!([0, 25, 26, 53].map(names::key_letter), ["A", "Z", "A2", "B3"]);
}

#[test]
fn languages_are_told_from_tags() {
    for tag in ["zh", "zh-CN", "zh-Hans", "ZH-tw", "zh_CN"] {
        assert_eq!(Language::from_tag(tag), Some(Language::Zh), "{tag}");
    }
    for tag in ["en", "en-GB", "EN"] {
        assert_eq!(Language::from_tag(tag), Some(Language::En), "{tag}");
    }
    for tag in ["", "de", "english", "z"] {
        assert_eq!(Language::from_tag(tag), None, "{tag}");
    }
}

#[test]
fn lessons_are_equal_in_both_languages() {
    for (zh, en) in texts(Language::Zh).lessons.iter().zip(&texts(Language::En).lessons) {
        let shape = |lesson: &LessonTexts| {
            let right: Vec<_> = lesson.options.iter().map(|option| option.is_right).collect();
            (lesson.story.len(), right, lesson.changes.len(), lesson.notes.len())
        };
        assert_eq!(shape(zh), shape(en), "{}", en.title);
        assert_eq!(en.options.iter().filter(|option| option.is_right).count(), 1, "{}", en.title);
    }
    let changes = texts(Language::En).lessons.each_ref().map(|lesson| lesson.changes.len());
    assert_eq!(changes, [3, 2, 2, 3, 2]);
}

#[test]
fn lesson_texts_link_to_scenarios_and_look_ups() {
    let files: BTreeSet<u8> = normative().iter().filter_map(|(name, _)| name.parse().ok()).collect();
    let run = number("05");
    for language in Language::ALL {
        for lesson_texts in &texts(language).lessons {
            for (name, text) in lesson_texts.list() {
                let pieces = lesson(language, text, Some(&run), &|seq| seq);
                let said = plain(&pieces, language);
                assert!(!said.replace("{\"error\"", "").contains('{'), "{name}: {said}");
                for piece in &pieces {
                    if let Piece::Run { file, .. } = piece {
                        assert!(files.contains(file), "{name}: {file}");
                    }
                }
            }
            let why = lesson(language, lesson_texts.why, Some(&run), &|seq| seq);
            let Some(Piece::Event { seq, text }) = why.first() else { panic!("{}", lesson_texts.title) };
            let event = run.trace.event(*seq).expect("an event of the run");
            assert!(matches!(event.kind, EventKind::LookedUp { .. }), "{event}");
            assert!(text.contains(&event_number(*seq).to_string()), "{text}");
            // Beside another run, events are numbered as the list counts them.
            let beside = lesson(language, lesson_texts.why, Some(&run), &|seq| seq + 40);
            let Some(Piece::Event { seq: same, text }) = beside.first() else { panic!("{beside:?}") };
            assert_eq!(same, seq, "the link is to the event");
            assert!(text.contains(&event_number(*seq + 40).to_string()), "{text}");
            let absent = plain(&lesson(language, lesson_texts.why, None, &|seq| seq), language);
            assert!(!absent.contains('{'), "{absent}");
        }
    }
}

#[test]
fn problems_are_worded_in_both_languages() {
    let say = |text: &str| {
        let problem = parse(text).expect_err("an invalid file");
        Language::ALL.map(|language| problems::problem(language, &problem)).join("\n")
    };
    expect![[r#"
        第1行第8列，整个文件：读到"titel"，应为认得的字段：「v」、「title」、「service」、「clients」、「script」、「faults」、「expect」。当前场景没有动。
        Line 1, column 8, the file: found "titel", wanted a known field: “v”, “title”, “service”, “clients”, “script”, “faults”, “expect”. Your scenario is unchanged."#]].assert_eq(&say("{\"v\":1,\"titel\":{}}"));
    expect![[r#"
        第1行第8列，整个文件：读到文件末尾，应为合法的JSON（加引号的名字）。当前场景没有动。
        Line 1, column 8, the file: found the end of the file, wanted valid JSON (a name in quotes). Your scenario is unchanged."#]].assert_eq(&say("{\"v\":1,"));
    let file = |old: &str, new: &str| {
        let path = format!("{FOLDER}/01-response-lost-same-key.json");
        let text = std::fs::read_to_string(path).expect("readable");
        assert!(text.contains(old), "{old}");
        text.replacen(old, new, 1)
    };
    expect![[r#"
        第13行第14列，clients.c1.key：读到"per-intend"，应为下面之一：「per-intent」、「per-attempt」、「body-hash」、「business-id」、「per-call」、「none」。是不是「per-intent」？当前场景没有动。
        Line 13, column 14, clients.c1.key: found "per-intend", wanted one of “per-intent”, “per-attempt”, “body-hash”, “business-id”, “per-call”, “none”. Did you mean “per-intent”? Your scenario is unchanged."#]].assert_eq(&say(&file("\"per-intent\"", "\"per-intend\"")));
    expect![[r#"
        第29行第13列，script[1].at：读到「30」，应为时长，如250ms、30s、10m、24h、60d，最多60d。当前场景没有动。
        Line 29, column 13, script[1].at: found “30”, wanted a duration such as 250ms, 30s, 10m, 24h or 60d, at most 60d. Your scenario is unchanged."#]].assert_eq(&say(&file("\"30s\"", "30")));
    expect![[r#"
        第44行第13列，faults[0].of：读到"c9#1"，应为一次尝试，如「c1#1」（客户端：「c1」）。当前场景没有动。
        Line 44, column 13, faults[0].of: found "c9#1", wanted an attempt such as “c1#1” (clients: “c1”). Your scenario is unchanged."#]].assert_eq(&say(&file("\"c1#1\"", "\"c9#1\"")));
    let long = " ".repeat(limits::FILE_BYTES as usize + 1);
    expect![[r#"
        第1行第1列，整个文件：读到65537字节，应为最多65536字节的文件。当前场景没有动。
        Line 1, column 1, the file: found 65537 bytes, wanted a file of at most 65536 bytes. Your scenario is unchanged."#]].assert_eq(&say(&long));
}

fn check_sentences(file: &str, language: Language, wanted: &Expect) {
    let run = number(file);
    let lines = run.trace.events.iter().map(|event| {
        let sentence = plain(&events::sentence(language, &run, event), language);
        format!(
            "{} {} [{}] {sentence}\n",
            event_number(event.seq),
            names::clock(event.at),
            events::name(language, event)
        )
    });
    wanted.assert_eq(&lines.collect::<String>());
}

#[test]
fn scenario_01_in_chinese() {
    check_sentences(
        "01",
        Language::Zh,
        &expect![[r#"
            1 0.000 [造键] 客户端为这个意图造好键A，还没有发送
            2 0.000 [存键] 客户端把键A和参数、目标一起存好，然后才发送
            3 0.000 [发送] 客户端发出尝试1，带键A：这个意图第一次发送
            4 0.040 [送到] 尝试1送到API，带键A
            5 0.040 [参数合格] 参数合格，尝试1往下走；它还没有动账本
            6 0.040 [查键：无记录] API没有键A的记录，当作新的事
            7 0.040 [占位] 尝试1在事务里占下键A，提交前看不见
            8 0.070 [订单未提交] 尝试1在事务里写好一笔订单，提交前别人看不见
            9 0.070 [记录未提交] 响应存到键A名下，还在事务里，提交前别人看不见
            10 0.070 [提交] 事务提交，订单1和键A的记录生效
            11 0.070 [响应发出] API给尝试1发出201，订单1
            12 0.096 [响应丢失] 尝试1的响应丢在回程：API已做完，客户端不知道
            13 2.000 [超时] 客户端等尝试1满2秒，没有响应：结果未知
            14 30.000 [再发] 客户端重试，发出尝试2：意图没变，还是键A
            15 30.040 [送到] 尝试2送到API，带键A
            16 30.040 [参数合格] 参数合格，尝试2往下走；它还没有动账本
            17 30.040 [查键：有结果] API查到键A已有结果，参数相符：不再执行
            18 30.040 [重放] API给尝试2重放「201，订单1」：取自记录，没有新效果
            19 30.080 [收到响应] 客户端收到尝试2的响应：201，订单1
            20 30.080 [认定已成] 客户端认定这个意图已成：订单1
            21 60.000 [再发] 客户端重试，发出尝试3：意图没变，还是键A
            22 60.040 [送到] 尝试3送到API，带键A
            23 60.040 [参数合格] 参数合格，尝试3往下走；它还没有动账本
            24 60.040 [查键：有结果] API查到键A已有结果，参数相符：不再执行
            25 60.040 [重放] API给尝试3重放「201，订单1」：取自记录，没有新效果
            26 60.080 [收到响应] 客户端收到尝试3的响应：201，订单1
        "#]],
    );
}

#[test]
fn scenario_01_in_english() {
    check_sentences(
        "01",
        Language::En,
        &expect![[r#"
            1 0.000 [key made] The client makes key A for the intent, before sending
            2 0.000 [key stored] The client stores key A, parameters and target, and only then sends
            3 0.000 [sent] The client sends attempt 1 with key A: the first send of the intent
            4 0.040 [arrived] Attempt 1 reaches the API with key A
            5 0.040 [parameters valid] Valid parameters: attempt 1 goes on; it has written nothing yet
            6 0.040 [look-up: no record] The API has no record of key A and takes it as new
            7 0.040 [claimed] Attempt 1 claims key A inside its transaction, unseen until the commit
            8 0.070 [order uncommitted] Attempt 1 writes an order inside its transaction, unseen until the commit
            9 0.070 [record uncommitted] The answer is stored under key A inside the transaction, unseen until the commit
            10 0.070 [committed] The transaction commits order 1 and the record of key A
            11 0.070 [answered] The API answers attempt 1: 201, order 1
            12 0.096 [response lost] Attempt 1’s response is lost on its way: the API is done, the client cannot know
            13 2.000 [timed out] The client waited 2 s for attempt 1 and heard nothing: outcome unknown
            14 30.000 [sent again] The client retries as attempt 2: same intent, still key A
            15 30.040 [arrived] Attempt 2 reaches the API with key A
            16 30.040 [parameters valid] Valid parameters: attempt 2 goes on; it has written nothing yet
            17 30.040 [look-up: result found] The API finds a result under key A, same parameters: no second execution
            18 30.040 [replayed] The API replays “201, order 1” to attempt 2: from the record, no new effect
            19 30.080 [answer heard] The client hears the answer to attempt 2: 201, order 1
            20 30.080 [believed done] The client now believes the intent done: order 1
            21 60.000 [sent again] The client retries as attempt 3: same intent, still key A
            22 60.040 [arrived] Attempt 3 reaches the API with key A
            23 60.040 [parameters valid] Valid parameters: attempt 3 goes on; it has written nothing yet
            24 60.040 [look-up: result found] The API finds a result under key A, same parameters: no second execution
            25 60.040 [replayed] The API replays “201, order 1” to attempt 3: from the record, no new effect
            26 60.080 [answer heard] The client hears the answer to attempt 3: 201, order 1
        "#]],
    );
}

#[test]
fn scenario_15_in_chinese() {
    check_sentences(
        "15",
        Language::Zh,
        &expect![[r#"
            1 0.000 [造键] 客户端为这个意图造好键A，还没有发送
            2 0.000 [存键] 客户端把键A和参数、目标一起存好，然后才发送
            3 0.000 [发送] 客户端发出尝试1，带键A：这个意图第一次发送
            4 0.040 [送到] 尝试1送到API，带键A
            5 0.040 [参数合格] 参数合格，尝试1往下走；它还没有动账本
            6 0.040 [查键：无记录] API没有键A的记录，当作新的事
            7 0.070 [写入订单] 账本写入订单1，这个意图有了效果
            8 0.070 [崩溃] 服务在「效果」后崩溃：1个请求没有响应，没提交的作废
            9 2.000 [超时] 客户端等尝试1满2秒，没有响应：结果未知
            10 2.070 [重启] 停了2秒，服务重启：提交过的记录和占位都在
            11 30.000 [再发] 客户端重试，发出尝试2：意图没变，还是键A
            12 30.040 [送到] 尝试2送到API，带键A
            13 30.040 [参数合格] 参数合格，尝试2往下走；它还没有动账本
            14 30.040 [查键：无记录] API没有键A的记录，当作新的事
            15 30.070 [写入订单] 账本写入订单2：这个意图的第2个效果
            16 30.070 [记录] API把「201，订单2」存到键A名下，状态变为已完成
            17 30.070 [响应发出] API给尝试2发出201，订单2
            18 30.110 [收到响应] 客户端收到尝试2的响应：201，订单2
            19 30.110 [认定已成] 客户端认定这个意图已成：订单2
        "#]],
    );
}

#[test]
fn scenario_15_in_english() {
    check_sentences(
        "15",
        Language::En,
        &expect![[r#"
            1 0.000 [key made] The client makes key A for the intent, before sending
            2 0.000 [key stored] The client stores key A, parameters and target, and only then sends
            3 0.000 [sent] The client sends attempt 1 with key A: the first send of the intent
            4 0.040 [arrived] Attempt 1 reaches the API with key A
            5 0.040 [parameters valid] Valid parameters: attempt 1 goes on; it has written nothing yet
            6 0.040 [look-up: no record] The API has no record of key A and takes it as new
            7 0.070 [order made] Order 1 is in the ledger: the intent has its effect
            8 0.070 [crashed] The service crashes after “effect”: 1 request gets no answer, uncommitted work is gone
            9 2.000 [timed out] The client waited 2 s for attempt 1 and heard nothing: outcome unknown
            10 2.070 [restarted] The service is back after 2 s: committed records and claims still stand
            11 30.000 [sent again] The client retries as attempt 2: same intent, still key A
            12 30.040 [arrived] Attempt 2 reaches the API with key A
            13 30.040 [parameters valid] Valid parameters: attempt 2 goes on; it has written nothing yet
            14 30.040 [look-up: no record] The API has no record of key A and takes it as new
            15 30.070 [order made] Order 2 is in the ledger: effect number 2 of the intent
            16 30.070 [recorded] The API stores “201, order 2” under key A: now completed
            17 30.070 [answered] The API answers attempt 2: 201, order 2
            18 30.110 [answer heard] The client hears the answer to attempt 2: 201, order 2
            19 30.110 [believed done] The client now believes the intent done: order 2
        "#]],
    );
}

#[test]
fn scenario_18_in_chinese() {
    check_sentences(
        "18",
        Language::Zh,
        &expect![[r#"
            1 0.000 [造键] 客户端为这个意图造好键A，还没有发送
            2 0.000 [存键] 客户端把键A和参数、目标一起存好，然后才发送
            3 0.000 [发送] 客户端发出尝试1，带键A：这个意图第一次发送
            4 0.040 [送到] 尝试1送到API，带键A
            5 0.040 [参数合格] 参数合格，尝试1往下走；它还没有动账本
            6 0.040 [查键：无记录] API没有键A的记录，当作新的事
            7 0.040 [占位] API替尝试1占下键A，状态变为处理中
            8 0.070 [扣款做成] 外部服务做成扣款1：这里崩溃或回滚都动不了它
            9 0.070 [崩溃] 服务在「效果」后崩溃：1个请求没有响应，没提交的作废
            10 2.000 [超时] 客户端等尝试1满2秒，没有响应：结果未知
            11 2.070 [重启] 停了2秒，服务重启：提交过的记录和占位都在
            12 30.040 [租约到期] 键A的租约到期：下一个请求可以接手
            13 40.000 [再发] 客户端重试，发出尝试2：意图没变，还是键A
            14 40.040 [送到] 尝试2送到API，带键A
            15 40.040 [参数合格] 参数合格，尝试2往下走；它还没有动账本
            16 40.040 [查键：租约已过] API查到尝试1占着键A，租约已过：可以接手
            17 40.040 [接手] 尝试2接手键A：租约已过，没人核对尝试1做到哪一步
            18 40.070 [扣款做成] 外部服务做成扣款2：这个意图的第2个效果
            19 40.070 [记录] API把「201，扣款2」存到键A名下，状态变为已完成
            20 40.070 [响应发出] API给尝试2发出201，扣款2
            21 40.110 [收到响应] 客户端收到尝试2的响应：201，扣款2
            22 40.110 [认定已成] 客户端认定这个意图已成：扣款2
        "#]],
    );
}

#[test]
fn scenario_18_in_english() {
    check_sentences(
        "18",
        Language::En,
        &expect![[r#"
            1 0.000 [key made] The client makes key A for the intent, before sending
            2 0.000 [key stored] The client stores key A, parameters and target, and only then sends
            3 0.000 [sent] The client sends attempt 1 with key A: the first send of the intent
            4 0.040 [arrived] Attempt 1 reaches the API with key A
            5 0.040 [parameters valid] Valid parameters: attempt 1 goes on; it has written nothing yet
            6 0.040 [look-up: no record] The API has no record of key A and takes it as new
            7 0.040 [claimed] The API claims key A for attempt 1: now in flight
            8 0.070 [charge made] The provider makes charge 1; no crash or roll-back here undoes it
            9 0.070 [crashed] The service crashes after “effect”: 1 request gets no answer, uncommitted work is gone
            10 2.000 [timed out] The client waited 2 s for attempt 1 and heard nothing: outcome unknown
            11 2.070 [restarted] The service is back after 2 s: committed records and claims still stand
            12 30.040 [lease over] The lease on key A is over: the next request may take over
            13 40.000 [sent again] The client retries as attempt 2: same intent, still key A
            14 40.040 [arrived] Attempt 2 reaches the API with key A
            15 40.040 [parameters valid] Valid parameters: attempt 2 goes on; it has written nothing yet
            16 40.040 [look-up: lease over] The API finds attempt 1’s claim on key A past its lease: it may be taken over
            17 40.040 [taken over] Attempt 2 takes over key A: lease over, nobody asks how far attempt 1 got
            18 40.070 [charge made] The provider makes charge 2: effect number 2 of the intent
            19 40.070 [recorded] The API stores “201, charge 2” under key A: now completed
            20 40.070 [answered] The API answers attempt 2: 201, charge 2
            21 40.110 [answer heard] The client hears the answer to attempt 2: 201, charge 2
            22 40.110 [believed done] The client now believes the intent done: charge 2
        "#]],
    );
}
