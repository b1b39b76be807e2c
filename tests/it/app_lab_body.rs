//! The body of the lab's next request: a retry repeats what the client stored for its intent, whatever that is, until the
//! reader turns a control; and the controls show it as soon as a scenario is open.

use expect_test::expect;
use idempotency_explainer::app::lab::Deed;
use idempotency_explainer::app::reduce::{Action, reduce};
use idempotency_explainer::app::state::AppState;
use idempotency_explainer::sim::scenario::{Action as Does, Keep};
use idempotency_explainer::sim::trace::Resend;

use crate::app_lab::{after, fresh, run};
use crate::support::{incident_files, scenario_files, table};

fn opened(text: &str) -> AppState {
    let mut state = fresh();
    reduce(&mut state, Action::ScenarioOpened(text.to_owned()));
    state
}

/// Key, body and target of the client's newest attempt at the intent in hand.
fn newest(state: &AppState) -> Option<(Option<String>, String, String)> {
    let run = run(state);
    let intent = state.lab.known_intent(run)?;
    let is_it = |client: u8, of| client == state.lab.client && of == intent;
    let attempt = run.end.attempts.iter().rfind(|attempt| is_it(attempt.id.client, attempt.intent))?;
    let key = attempt.key.map(|key| run.trace.key_text(key).to_owned());
    Some((key, attempt.body_text.to_string(), format!("{:?}", attempt.to)))
}

/// Every file is opened with an intent in hand that its last client sent, and a retry of that is the same request again.
#[test]
fn a_retry_after_a_file_was_opened_repeats_key_body_and_target() {
    let files = incident_files();
    assert_eq!(files.len(), 48);
    for (name, text) in files.into_iter().chain(scenario_files()) {
        let state = opened(&text);
        let before = newest(&state);
        let shown = before.as_ref().map(|(_, body, _)| body.as_str());
        assert_eq!(shown, Some(&*state.lab.body.text), "{name}: shown");
        let attempts = run(&state).end.attempts.len();
        let state = after(state, &[Deed::RetrySameKey]);
        assert_eq!(newest(&state), before, "{name}: retried");
        assert!(run(&state).end.attempts.len() > attempts, "{name}: an attempt more");
    }
}

const TICKET: &str = r#"{"v":1,"service":{"contract":"fixture","write_order":"one-transaction"},
    "clients":{"c1":{"key":"per-intent","keep":"durable"},"c2":{"key":"per-intent","keep":"durable"}},
    "script":[
        {"at":"0ms","client":"c1","do":"send","intent":"i1","body":{"product":"ticket","quantity":1000,"card":"A"}},
        {"at":"5s","client":"c2","do":"send","intent":"i2","body":{"product":"pen","quantity":1}},
        {"at":"9s","client":"c2","do":"send","intent":"i3","to":"cancel","body":{"order_id":2}}]}"#;

/// The bodies of the sends that deeds add, and what the controls show in the end.
fn sent(deeds: &[Deed]) -> String {
    let before = opened(TICKET);
    let steps = before.lab.scenario.script.len();
    let state = after(before, deeds);
    let body = |does: &Does| match does {
        Does::Send { body: Some(body), intent, to, .. } => Some(format!("{intent} {to:?} {} ", body.text)),
        _ => None,
    };
    let bodies: String =
        state.lab.scenario.script[steps..].iter().filter_map(|step| body(&step.action)).collect();
    format!("{bodies}| {} {:?} {}", state.lab.body.text, state.lab.quantity(), state.lab.is_swapped())
}

#[test]
fn what_the_controls_make_of_a_stored_body() {
    use Deed::{ChooseClient, NewIntent, Quantity, RetrySameKey, Send, SwapFields};
    let rows: &[(&str, Vec<Deed>)] = &[
        ("opened", vec![]),
        ("a cancellation again", vec![RetrySameKey]),
        ("the first client's", vec![ChooseClient(0), Send]),
        ("a new intent is an order", vec![NewIntent, Send]),
        ("a quantity makes an order", vec![Quantity(3), NewIntent, Send]),
        ("swapped, and swapped back", vec![NewIntent, SwapFields, Send, SwapFields, RetrySameKey]),
        ("another quantity, kept", vec![NewIntent, Send, Quantity(4), RetrySameKey, RetrySameKey]),
        ("out of range", vec![NewIntent, Quantity(123_456)]),
    ];
    expect![[r#"
        opened                     | {"order_id":2} None false
        a cancellation again       i3 Cancel {"order_id":2} | {"order_id":2} None false
        the first client's         i3 Cancel {"order_id":2} | {"order_id":2} None false
        a new intent is an order   i4 Create {"product":"notebook","quantity":2} | {"product":"notebook","quantity":2} Some(2) false
        a quantity makes an order  i4 Create {"product":"notebook","quantity":3} | {"product":"notebook","quantity":3} Some(3) false
        swapped, and swapped back  i4 Create {"quantity":2,"product":"notebook"} i4 Create {"product":"notebook","quantity":2} | {"product":"notebook","quantity":2} Some(2) false
        another quantity, kept     i4 Create {"product":"notebook","quantity":2} i4 Create {"product":"notebook","quantity":4} i4 Create {"product":"notebook","quantity":4} | {"product":"notebook","quantity":4} Some(4) false
        out of range               | {"product":"notebook","quantity":9999} Some(9999) false
    "#]].assert_eq(&table(rows, |deeds| sent(deeds)));
}

/// What the first client keeps survives a look at the second.
#[test]
fn another_client_in_hand_shows_its_own_body() {
    let text = TICKET.replace(r#""intent":"i2""#, r#""intent":"i1""#).replace(
        r#""do":"send","intent":"i3","to":"cancel","body":{"order_id":2}"#,
        r#""do":"send","intent":"i1""#,
    );
    let bodies = |deeds: &[Deed]| after(opened(&text), deeds).lab.body.text.to_string();
    let (first, second) =
        (r#"{"product":"ticket","quantity":1000,"card":"A"}"#, r#"{"product":"pen","quantity":1}"#);
    assert_eq!(bodies(&[]), second);
    assert_eq!(bodies(&[Deed::ChooseClient(0)]), first);
    assert_eq!(bodies(&[Deed::ChooseClient(0), Deed::ChooseClient(1)]), second);
    // A client that is new to the intent means the same by it.
    assert_eq!(bodies(&[Deed::AddClient]), second);
}

/// A retry with the stored body is no request with other parameters, whatever the client's memory is like.
#[test]
fn a_retry_is_unchanged_to_the_client() {
    for keep in [Keep::Durable, Keep::Memory] {
        let state = after(
            fresh(),
            &[Deed::Keep(keep), Deed::Quantity(7), Deed::NewIntent, Deed::Send, Deed::RetrySameKey],
        );
        let mut resends = run(&state).trace.events.iter().filter_map(|event| match event.kind {
            idempotency_explainer::sim::trace::EventKind::Sent { resend, .. } => Some(resend),
            _ => None,
        });
        assert_eq!(resends.next_back(), Some(Resend::Unchanged));
    }
}
