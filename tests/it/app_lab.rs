//! The lab: what each deed makes of its scenario, and that the scenario stays readable.

use expect_test::expect;
use idempotency_explainer::app::lab::{Deed, Lab, empty_scenario};
use idempotency_explainer::app::open::{Restored, open};
use idempotency_explainer::app::reduce::{Action, reduce};
use idempotency_explainer::app::scene::Layout;
use idempotency_explainer::app::state::{AppState, Place};
use idempotency_explainer::app::text::Language;
use idempotency_explainer::sim::contract::{InFlight, Store};
use idempotency_explainer::sim::limits;
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::scenario::{
    Action as Does, AttemptId, Direction, EffectPlace, FailAt, Fault, FaultKind, Keep, KeyPolicy, Point,
    Provider, ProviderKey, Step, WriteOrder,
};
use idempotency_explainer::sim::time::Millis;
use idempotency_explainer::sim::write::write;
use proptest::prelude::*;
use proptest::sample::select;

use crate::generator::scenarios;
use crate::support::{outcome, table};

pub(crate) const LAYOUT: Layout = Layout { compact: false, true_scale: false };

/// Keys `k1`, `k2`, … in the order in which they are taken.
pub(crate) fn pool() -> Vec<String> {
    (1..=40).rev().map(|n| format!("k{n}")).collect()
}

/// A page with a lab that nothing was done in yet, with its intent's key made.
pub(crate) fn empty() -> AppState {
    let restored = Restored { scenario: Some(write(&empty_scenario())), ..Restored::default() };
    let mut state = open(Language::En, LAYOUT, pool(), restored);
    state.place = Place::Lab;
    state.lab.draft(&mut state.pool);
    state
}

/// A page as it opens first, with the lab in front.
pub(crate) fn fresh() -> AppState {
    let mut state = open(Language::En, LAYOUT, pool(), Restored::default());
    state.place = Place::Lab;
    state
}

pub(crate) fn after(mut state: AppState, deeds: &[Deed]) -> AppState {
    deeds.iter().for_each(|deed| _ = reduce(&mut state, Action::Did(deed.clone())));
    state
}

pub(crate) fn run(state: &AppState) -> &Run {
    &state.lab_stage.runs[0]
}

/// The script, the keys on the wire and what came of it. Keys are named in the order in which they are made.
pub(crate) fn told(state: &AppState) -> String {
    let run = run(state);
    let letter = |text: &str| run.trace.keys.iter().position(|key| key == text).map_or('?', |n| LETTERS[n]);
    let step = |step: &Step| {
        let what = match &step.action {
            Does::Send { intent, key: Some(key), .. } => format!("{intent}={}", letter(key)),
            Does::Send { intent, key: None, .. } => intent.clone(),
            Does::Reload => "reload".to_owned(),
            Does::Wait => "wait".to_owned(),
            Does::Ask { intent, .. } => format!("ask {intent}"),
            Does::Deploy(_) => "deploy".to_owned(),
        };
        format!("{}@{} {what}", state.lab.scenario.client_id(step.client), step.at)
    };
    let script: Vec<_> = state.lab.scenario.script.iter().map(step).collect();
    let keys: String = run
        .end
        .attempts
        .iter()
        .map(|attempt| attempt.key.map_or('-', |key| LETTERS[usize::from(key)]))
        .collect();
    format!("{} · {keys} · {}", script.join(", "), outcome(run))
}

const LETTERS: [char; 6] = ['A', 'B', 'C', 'D', 'E', 'F'];

/// A run takes a key of the pool for each that it would count up, and no other.
#[test]
fn a_run_takes_no_more_keys_than_it_makes() {
    let rows: [(&str, Vec<Deed>, usize); 4] = [
        ("nothing done", vec![], 1),
        ("sent: the key was made before", vec![Deed::Send], 1),
        ("three settings", [1, 2, 3].map(|n| Deed::Lease(Some(Millis(n)))).to_vec(), 1),
        ("two keys per attempt", vec![Deed::Policy(KeyPolicy::PerAttempt), Deed::Send, Deed::SendTwice], 3),
    ];
    let taken = |deeds: &[Deed]| pool().len() - after(empty(), deeds).pool.len();
    let found = rows.each_ref().map(|(name, deeds, _)| (*name, taken(deeds)));
    assert_eq!(found, rows.each_ref().map(|(name, _, wanted)| (*name, *wanted)));
}

#[test]
fn what_deeds_make_of_an_empty_lab() {
    use Deed::{AddClient, AutoRetry, ChooseClient, NewIntent, PastRetention, Policy, Quantity, Reload};
    use Deed::{RetryNewKey, RetrySameKey, Send, SendTwice, SwapFields, Wait};
    let hour = Millis(3_600_000);
    let rows: &[(&str, Vec<Deed>)] = &[
        ("nothing", vec![]),
        ("send", vec![Send]),
        ("a second send is a retry", vec![Send, Send]),
        ("nothing to retry", vec![RetrySameKey, RetryNewKey]),
        ("same key", vec![Send, RetrySameKey]),
        ("new key", vec![Send, RetryNewKey]),
        ("the newest key again", vec![Send, RetryNewKey, RetrySameKey]),
        ("twice at once", vec![SendTwice]),
        ("new intent before a send", vec![NewIntent]),
        ("new intent", vec![Send, NewIntent, Send]),
        ("other quantity", vec![Send, Quantity(3), RetrySameKey]),
        ("out of range", vec![Quantity(100), Send]),
        ("fields swapped", vec![Send, SwapFields, RetrySameKey]),
        ("wait", vec![Send, Wait(hour), RetrySameKey]),
        ("past retention", vec![Send, PastRetention, RetrySameKey]),
        ("past retention and more", vec![Deed::KeptLonger(hour), Send, PastRetention, RetrySameKey]),
        ("too long a wait", vec![Send, Wait(limits::HORIZON)]),
        ("reload, durable", vec![Send, Reload, RetrySameKey]),
        ("reload, memory", vec![Deed::Keep(Keep::Memory), Send, Reload, RetrySameKey]),
        ("reload, memory, send", vec![Deed::Keep(Keep::Memory), Send, Reload, Send]),
        ("second client", vec![Send, AddClient, Send]),
        ("back to the first", vec![Send, AddClient, Send, ChooseClient(0), RetrySameKey]),
        ("no such client", vec![Send, ChooseClient(1), RetrySameKey]),
        ("three clients at most", vec![AddClient, AddClient, AddClient, Send]),
        ("key per attempt", vec![Policy(KeyPolicy::PerAttempt), Send, RetrySameKey]),
        ("key by body", vec![Policy(KeyPolicy::BodyHash), Send, NewIntent, Send]),
        ("key by business id", vec![Policy(KeyPolicy::BusinessId), Send, RetrySameKey]),
        ("retries", vec![AutoRetry(true), Send, Deed::Fault(fault(1, FaultKind::Lose(Direction::Response)))]),
        ("no retries", vec![AutoRetry(true), AutoRetry(false), Send]),
    ];
    let say = |deeds: &Vec<Deed>| told(&after(empty(), deeds));
    expect![[r#"
        nothing                    ·  · 0
        send                      c1@0ms i1 · A · 1  #1  c1/i1=#1
        a second send is a retry  c1@0ms i1 · A · 1  #1  c1/i1=#1
        nothing to retry           ·  · 0
        same key                  c1@0ms i1, c1@1s i1 · AA · 1  #1 #1r  c1/i1=#1
        new key                   c1@0ms i1, c1@1s i1=B · AB · 2  #1 #2  c1/i1=#2  effect-twice
        the newest key again      c1@0ms i1, c1@1s i1=B, c1@2s i1=B · ABB · 2  #1 #2 #2r  c1/i1=#2  effect-twice
        twice at once             c1@0ms i1, c1@20ms i1 · AA · 1  #1 busy  c1/i1=#1
        new intent before a send   ·  · 0
        new intent                c1@0ms i1, c1@1s i2 · AB · 2  #1 #2  c1/i1=#1 c1/i2=#2
        other quantity            c1@0ms i1, c1@1s i1 · AA · 1  #1 other  c1/i1=#1
        out of range              c1@0ms i1 · A · 1  #1  c1/i1=#1
        fields swapped            c1@0ms i1, c1@1s i1 · AA · 1  #1 #1r  c1/i1=#1
        wait                      c1@0ms i1, c1@3601s wait, c1@3601s i1 · AA · 1  #1 #1r  c1/i1=#1
        past retention            c1@0ms i1, c1@86401040ms wait, c1@86401040ms i1 · AA · 2  #1 #2  c1/i1=#2  effect-twice
        past retention and more   c1@0ms i1, c1@90001040ms wait, c1@90001040ms i1 · AA · 2  #1 #2  c1/i1=#2  effect-twice
        too long a wait           c1@0ms i1 · A · 1  #1  c1/i1=#1
        reload, durable           c1@0ms i1, c1@1s reload, c1@2s i1 · AA · 1  #1 #1r  c1/i1=#1
        reload, memory            c1@0ms i1, c1@1s reload · A · 1  #1
        reload, memory, send      c1@0ms i1, c1@1s reload, c1@2s i1 · AB · 2  #1 #2  c1/i1=#2  effect-twice
        second client             c1@0ms i1, c2@1s i1 · AB · 2  #1 #2  c1/i1=#1 c2/i1=#2  effect-twice
        back to the first         c1@0ms i1, c2@1s i1, c1@2s i1 · ABA · 2  #1 #2 #1r  c1/i1=#1 c2/i1=#2  effect-twice
        no such client            c1@0ms i1, c1@1s i1 · AA · 1  #1 #1r  c1/i1=#1
        three clients at most     c3@0ms i1 · A · 1  #1  c3/i1=#1
        key per attempt           c1@0ms i1, c1@1s i1=A · AA · 1  #1 #1r  c1/i1=#1
        key by body               c1@0ms i1, c1@1s i2 · AA · 1  #1 #1r  c1/i1=#1 c1/i2=#1  false-belief
        key by business id        c1@0ms i1, c1@1s i1 · AA · 1  #1 #1r  c1/i1=#1
        retries                   c1@0ms i1 · AA · 1  - #1r  c1/i1=#1
        no retries                c1@0ms i1 · A · 1  #1  c1/i1=#1
    "#]].assert_eq(&table(rows, say));
}

pub(crate) const fn fault(number: u32, kind: FaultKind) -> Fault {
    Fault { of: AttemptId { client: 0, number }, kind }
}

#[test]
fn what_each_fault_makes_of_a_send_and_its_retry() {
    let kinds = [
        ("request lost", FaultKind::Lose(Direction::Request)),
        ("response lost", FaultKind::Lose(Direction::Response)),
        ("request late", FaultKind::Delay { message: Direction::Request, by: Millis(3_000) }),
        ("response late", FaultKind::Delay { message: Direction::Response, by: Millis(3_000) }),
        ("second copy", FaultKind::Duplicate { after: Millis(5_000) }),
        ("fails before", FaultKind::Fail { at: FailAt::BeforeEffect, status: 500, raised: false }),
        ("fails after", FaultKind::Fail { at: FailAt::AfterEffect, status: 503, raised: false }),
        (
            "crash after claim",
            FaultKind::Crash { after: Point::Claim, restart: Millis(2_000), loses: Millis::ZERO },
        ),
        (
            "crash after commit",
            FaultKind::Crash { after: Point::Commit, restart: Millis(2_000), loses: Millis::ZERO },
        ),
    ];
    let rows = kinds.map(|(name, kind)| (name, fault(1, kind)));
    let say = |fault: &Fault| {
        let state = after(empty(), &[Deed::Send, Deed::RetrySameKey, Deed::Fault(*fault)]);
        assert_eq!(state.lab.scenario.faults, [*fault]);
        let off = after(state.clone(), &[Deed::Fault(*fault)]);
        assert_eq!(off.lab.scenario.faults, []);
        let struck = if run(&state).struck == [true] { "" } else { "idle " };
        format!("{struck}{}", outcome(run(&state)))
    };
    expect![[r#"
        request lost        1  - #1  c1/i1=#1
        response lost       1  - #1r  c1/i1=#1
        request late        1  - #1  c1/i1=#1
        response late       1  - #1r  c1/i1=#1
        second copy         1  #1 #1r  c1/i1=#1
        fails before        0  500 500r  c1/i1=?  never-finishes
        fails after         0  503 503r  c1/i1=?  never-finishes
        crash after claim   0  - -  c1/i1=?
        crash after commit  1  - -  c1/i1=?
    "#]]
    .assert_eq(&table(&rows, say));
}

#[test]
fn settings_reach_the_scenario() {
    let service = |deed: Deed| after(fresh(), &[deed]).lab.scenario.service.clone();
    for order in WriteOrder::ALL {
        assert_eq!(service(Deed::WriteOrder(order)).write_order, order);
    }
    let provider = EffectPlace::Provider(Provider { key: ProviderKey::Forwarded, ..Provider::PLAIN });
    assert_eq!(service(Deed::Effect(provider)).effect, provider);
    assert_eq!(
        service(Deed::InFlight(InFlight::Wait(Millis(7)))).contract.in_flight(),
        InFlight::Wait(Millis(7))
    );
    assert_eq!(service(Deed::Failures(Store::Drop)).contract.failures(), Some(Store::Drop));
    assert_eq!(service(Deed::Lease(Some(Millis(7)))).lease, Some(Millis(7)));
    assert_eq!(service(Deed::Retention(Millis(7))).contract.promised(), Millis(7));
    assert_eq!(service(Deed::KeptLonger(Millis(7))).kept_longer, Millis(7));
    assert_eq!(service(Deed::EffectTakes(Millis(7))).takes.at(Point::Effect), Millis(7));
    let two = after(fresh(), &[Deed::AddClient, Deed::Keep(Keep::Memory), Deed::Policy(KeyPolicy::BodyHash)]);
    let clients: Vec<_> = two.lab.scenario.clients.iter().map(|client| (client.keep, client.key)).collect();
    assert_eq!(clients, [(Keep::Durable, KeyPolicy::PerIntent), (Keep::Memory, KeyPolicy::BodyHash)]);
}

/// Any deed that the lab's controls offer.
pub(crate) fn deeds() -> impl Strategy<Value = Deed> {
    let amount = || select(vec![0, 20, 1_000, 30_000, 3_600_000, 86_400_000]).prop_map(Millis);
    let kind = prop_oneof![
        Just(FaultKind::Lose(Direction::Request)),
        Just(FaultKind::Lose(Direction::Response)),
        amount().prop_map(|by| FaultKind::Delay { message: Direction::Response, by }),
        amount().prop_map(|after| FaultKind::Duplicate { after }),
        Just(FaultKind::Fail { at: FailAt::AfterEffect, status: 500, raised: false }),
        amount().prop_map(|restart| FaultKind::Crash { after: Point::Effect, restart, loses: Millis::ZERO }),
    ];
    let doing = select(vec![
        Deed::Send,
        Deed::Send,
        Deed::RetrySameKey,
        Deed::RetrySameKey,
        Deed::RetryNewKey,
        Deed::SendTwice,
        Deed::NewIntent,
        Deed::Reload,
        Deed::AddClient,
        Deed::SwapFields,
        Deed::PastRetention,
        Deed::AutoRetry(true),
        Deed::AutoRetry(false),
        Deed::Keep(Keep::Memory),
        Deed::Keep(Keep::Durable),
        Deed::Failures(Store::Drop),
        Deed::Effect(EffectPlace::Provider(Provider::PLAIN)),
        Deed::InFlight(InFlight::Wait(Millis(1_000))),
    ]);
    prop_oneof![
        12 => doing,
        2 => (1..=4_u32, kind).prop_map(|(number, kind)| Deed::Fault(fault(number, kind))),
        1 => select(&WriteOrder::ALL[..]).prop_map(Deed::WriteOrder),
        1 => select(KeyPolicy::ALL).prop_map(Deed::Policy),
        1 => (0..4_u8).prop_map(Deed::ChooseClient),
        1 => (0..120_u32).prop_map(Deed::Quantity),
        1 => amount().prop_map(Deed::Wait),
        1 => amount().prop_map(Deed::Retention),
        1 => amount().prop_map(|lease| Deed::Lease(Some(lease))),
        1 => amount().prop_map(Deed::EffectTakes),
    ]
}

/// Whether the lab's text is read back to the same scenario: storage and links hold nothing but the text.
#[track_caller]
pub(crate) fn check_readable(name: &str, lab: &Lab) {
    match parse(&write(&lab.scenario)) {
        Ok(read) => assert_eq!(read, *lab.scenario, "{name}"),
        Err(problem) => panic!("{name}: {problem}\n{:.900}", write(&lab.scenario)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn the_labs_text_is_always_read_back(start in scenarios(), deeds in prop::collection::vec(deeds(), 1..25), own in any::<bool>()) {
        let mut state = fresh();
        if own {
            reduce(&mut state, Action::ScenarioOpened(write(&start)));
        }
        for deed in deeds {
            let before = state.lab.clone();
            let can = before.can(&deed, run(&state));
            reduce(&mut state, Action::Did(deed.clone()));
            prop_assert!(can || state.lab == before, "{:?} was done and cannot be", deed);
            check_readable(&format!("{deed:?}"), &state.lab);
        }
    }
}

/// Scenarios from elsewhere at the edges of the format: what is done with them stays readable, too.
#[track_caller]
fn check_carried_on(name: &str, text: &str, deeds: &[Deed]) {
    let mut state = fresh();
    reduce(&mut state, Action::ScenarioOpened(text.to_owned()));
    assert_eq!(state.notice, None, "{name}");
    check_readable(name, &state.lab);
    for deed in deeds {
        reduce(&mut state, Action::Did(deed.clone()));
        check_readable(&format!("{name}, {deed:?}"), &state.lab);
    }
}

/// A file with these clients and steps.
pub(crate) fn scenario_text(clients: &str, script: &str) -> String {
    let service = r#""service":{"contract":"fixture","write_order":"one-transaction"}"#;
    format!(r#"{{"v":1,{service},"clients":{{{clients}}},"script":[{script}]}}"#)
}

pub(crate) const C1: &str = r#""c1":{"key":"per-intent","keep":"durable"}"#;
pub(crate) const SEND: &str =
    r#"{"at":"0ms","client":"c1","do":"send","intent":"i1","body":{"product":"pen","quantity":1}}"#;

#[test]
fn a_client_is_added_to_a_file_whose_clients_have_other_ids() {
    let c2 = C1.replace("c1", "c2");
    check_carried_on("one client, c2", &scenario_text(&c2, ""), &[Deed::AddClient, Deed::Send]);
}

#[test]
fn the_largest_intent_number_has_a_next_one() {
    let script = SEND.replace("i1", "i4294967295");
    check_carried_on("i4294967295", &scenario_text(C1, &script), &[Deed::NewIntent, Deed::Send]);
}

#[test]
fn two_at_once_fit_before_the_horizon() {
    let wait = format!(r#"{SEND},{{"at":"{}ms","client":"c1","do":"wait"}}"#, limits::HORIZON.0 - 10);
    check_carried_on("10 ms before the end", &scenario_text(C1, &wait), &[Deed::SendTwice]);
}

#[test]
fn a_file_of_the_largest_size_is_carried_on() {
    let with = |bytes: usize| {
        let body = format!("\"body_text\":\"{}\"", "x".repeat(bytes));
        SEND.replace(r#""body":{"product":"pen","quantity":1}"#, &body)
    };
    let again = r#"{"at":"9s","client":"c1","do":"send","intent":"i1"}"#;
    check_carried_on(
        "65,200 bytes",
        &scenario_text(C1, &with(65_200)),
        &[Deed::RetrySameKey, Deed::RetrySameKey],
    );
    let thrice = format!("{},{again},{again}", with(30_000));
    check_carried_on("30,000 bytes, three times", &scenario_text(C1, &thrice), &[Deed::AutoRetry(true)]);
}
