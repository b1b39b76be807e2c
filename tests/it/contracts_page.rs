//! The page of contracts and "your API": what a press opens, which rows are on view, how knobs are worded, and that every
//! knob turns and turns back.

use idempotency_explainer::app::contracts::{
    Act, Class, Column, Contracts, Kind, Moment, Sort, Support, Turn, rows, table,
};
use idempotency_explainer::app::further;
use idempotency_explainer::app::lab::Deed;
use idempotency_explainer::app::reduce::{Action, reduce};
use idempotency_explainer::app::state::{AppState, Notice, Place};
use idempotency_explainer::app::text::contracts::of_cell;
use idempotency_explainer::app::text::{Language, contracts, knobs};
use idempotency_explainer::sim::contract::{
    AfterExpiry, Clock, FailedWork, FingerprintRule, InFlight, Knob, MismatchDoes, Presence, ReplayMode,
    RetentionKind, ScopePart, Store,
};
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::presets::Preset;
use idempotency_explainer::sim::time::Millis;
use idempotency_explainer::sim::trace::EventKind;
use idempotency_explainer::sim::write::write;

use crate::app_lab::{fresh, run};

fn act(state: &mut AppState, act: Act) {
    reduce(state, Action::Further(further::Act::Contracts(act)));
}

#[test]
fn a_press_on_a_cell_opens_its_run() {
    for (row, moment) in table().rows.iter().flat_map(|row| Moment::ALL.map(|moment| (row, moment))) {
        let mut state = fresh();
        reduce(&mut state, Action::PlaceOpened(Place::Contracts));
        act(&mut state, Act::RunOpened(row.preset, moment));
        assert_eq!(state.place, Place::Lab);
        assert_eq!(state.notice, Some(Notice::OfCell(row.preset, moment)));
        // The cursor is where the answer that the cell tells is heard.
        let told = run(&state).end.attempts.last().map(|attempt| attempt.id);
        let newest = state.lab_stage.newest().and_then(|newest| run(&state).trace.event(newest.event));
        let newest = newest.map(|event| (event.attempt, matches!(event.kind, EventKind::Heard { .. })));
        assert_eq!(newest, Some((told, true)), "{:?} {moment:?}", row.preset);
        let heard = run(&state).end.attempts.last().and_then(|attempt| attempt.heard.clone());
        let wanted = row.cells[moment as usize].as_ref().map(|cell| (cell.status, cell.is_replay));
        assert_eq!(
            heard.map(|(answer, replayed)| (answer.status, replayed)),
            wanted,
            "{:?} {moment:?}",
            row.preset
        );
        reduce(&mut state, Action::Undone);
        assert_eq!(state.notice, None, "what is on view is no cell's run");
        assert_eq!(run(&state).trace, run(&fresh()).trace, "the lab that was there comes back");
    }
}

#[test]
fn a_cells_run_is_called_by_contract_and_column() {
    let said = Language::ALL.map(|language| of_cell(language, Preset::StripeV1, Moment::OtherParameters));
    assert_eq!(said, ["Stripe API v1 · 同键，不同参数", "Stripe API v1 · Other parameters"]);
}

#[test]
fn a_sheet_opens_and_gives_the_focus_back() {
    let mut state = fresh();
    act(&mut state, Act::SheetOpened(Preset::Adyen));
    let view = &state.further.contracts;
    assert_eq!((state.place, view.sheet, view.turn), (Place::Contracts, Some(Preset::Adyen), 1));
    act(&mut state, Act::SheetClosed);
    act(&mut state, Act::SheetClosed);
    let view = &state.further.contracts;
    assert_eq!((view.sheet, view.turn), (None, 2), "closed once");
    act(&mut state, Act::SheetOpened(Preset::Adyen));
    act(&mut state, Act::ApiStarted(Preset::Adyen));
    assert_eq!((state.place, state.further.contracts.sheet), (Place::Lab, None));
    let contract = &state.lab.scenario.service.contract;
    assert_eq!((contract.preset, contract.own), (Preset::Adyen, 0));
    assert_eq!(run(&state).end.attempts.len(), 1);
}

/// The names of the rows on view.
fn shown(view: &Contracts) -> Vec<&'static str> {
    rows(view, Language::En).iter().map(|row| row.preset.name()).collect()
}

#[test]
fn rows_are_found_filtered_and_sorted() {
    let plain = Contracts::default;
    let find = |query: &str| shown(&Contracts { query: query.to_owned(), ..plain() });
    assert_eq!(shown(&plain()), Preset::NAMES);
    assert_eq!(find(" STRIPE"), ["stripe-v1", "stripe-v2"]);
    assert_eq!(find("422"), ["ietf-draft-07", "adyen"]);
    assert_eq!(find("idempotency_concurrent"), ["shopify-admin"]);
    assert_eq!(find("草案"), ["fixture", "ietf-draft-07", "rocket-rides-atomic"]);
    assert_eq!(find("nonsense"), Vec::<&str>::new());
    let of = |support| shown(&Contracts { support, ..plain() });
    let certain = of(Support::NothingAssumed);
    assert_eq!(certain, ["fixture", "stripe-v1", "rocket-rides-atomic"]);
    assert_eq!(certain.len() + of(Support::SomethingAssumed).len(), 14);
    let clouds = Contracts { kind: Some(Kind::Cloud), query: "412".to_owned(), ..plain() };
    assert_eq!(shown(&clouds), ["azure-acs-email"]);
    let by = |column, is_descending| {
        let sort = Sort { column: Some(column), is_descending };
        shown(&Contracts { kind: Some(Kind::Cloud), sort, ..plain() })
    };
    let names = ["aws-ec2", "azure-acs-email", "google-aip-155", "lambda-powertools"];
    assert_eq!(by(Column::Name, false), names);
    let moment = Column::Moment(Moment::StillRunning);
    let running = ["aws-ec2", "azure-acs-email", "google-aip-155", "lambda-powertools"];
    assert_eq!(by(moment, false), running, "202, then 409 without and with a code");
    assert_eq!(by(moment, true)[0], "lambda-powertools");
    let mut sort = Sort::default();
    let presses = [0; 3].map(|_| {
        sort = sort.by(Column::Name);
        (sort.column, sort.is_descending)
    });
    assert_eq!(presses, [(Some(Column::Name), false), (Some(Column::Name), true), (None, false)]);
}

/// What nobody documents is never worded as if somebody did.
#[test]
fn knobs_are_worded_and_gaps_owned_up_to() {
    for (language, unsaid) in [(Language::En, "not documented"), (Language::Zh, "文档没写")] {
        for preset in Preset::ALL {
            assert!(!contracts::preset(language, *preset).is_empty());
            assert!(!contracts::about(language, *preset).is_empty());
            let contract = preset.contract();
            for knob in Knob::ALL {
                let value = knobs::value(language, &contract, knob);
                let is_open = match knob {
                    Knob::Scope => contract.scope.is_none(),
                    Knob::Fingerprint => contract.fingerprint.is_none(),
                    Knob::Mismatch => contract.mismatch.is_none(),
                    Knob::InFlight => contract.in_flight.is_none(),
                    Knob::FailedWork => contract.failed_work.is_none(),
                    Knob::AfterExpiry => contract.after_expiry.is_none(),
                    _ => false,
                };
                assert!(!value.is_empty() && !value.contains('{'), "{preset:?} {knob:?}: {value}");
                assert_eq!(value.starts_with(unsaid), is_open, "{preset:?} {knob:?}: {value}");
            }
        }
    }
    let en = |preset: Preset, knob| knobs::value(Language::En, &preset.contract(), knob);
    assert_eq!(
        en(Preset::StripeV1, Knob::Stores),
        "stored: success, deliberate 4xx, deliberate 5xx, exceptions; not stored: failed validation; not said: crashes"
    );
    assert_eq!(en(Preset::AwsEc2, Knob::Retention), "as long as the resource, and 24 h more");
    assert_eq!(en(Preset::Adyen, Knob::Mismatch), "not documented; runs assume: refused, 409");
    assert_eq!(
        en(Preset::LambdaPowertools, Knob::InFlight),
        "refused, IdempotencyAlreadyInProgressError; status not said; lease 30 s"
    );
}

fn turns() -> Vec<Turn> {
    let mut all = Vec::new();
    all.extend(Presence::ALL.iter().map(|it| Turn::Presence(*it)));
    all.extend(ScopePart::ALL.iter().map(|it| Turn::Scope(*it)));
    all.extend(FingerprintRule::ALL.iter().map(|it| Turn::Fingerprint(*it)));
    all.extend(MismatchDoes::ALL.iter().map(|it| Turn::Mismatch(*it)));
    all.extend(
        [InFlight::Reject, InFlight::Wait(Millis(5_000)), InFlight::CurrentState, InFlight::MayFail]
            .map(Turn::InFlight),
    );
    all.extend(Class::ALL.iter().flat_map(|class| Store::ALL.iter().map(|kept| Turn::Stores(*class, *kept))));
    all.extend(FailedWork::ALL.iter().map(|it| Turn::FailedWork(*it)));
    all.extend(ReplayMode::ALL.iter().map(|it| Turn::Replay(*it)));
    all.extend(RetentionKind::ALL.iter().map(|it| Turn::Retention(*it)));
    all.extend(Clock::ALL.iter().map(|it| Turn::Clock(*it)));
    all.extend([AfterExpiry::ExecuteAsNew, AfterExpiry::Reject(Some(412))].map(Turn::AfterExpiry));
    all
}

/// Whatever is turned under whatever contract, alone or after something else: the world stays a file that reads back as
/// it is, the knob is the reader's own exactly where it differs from the preset's, and it can be turned back.
#[test]
fn every_knob_turns_and_turns_back() {
    let turns = turns();
    for preset in Preset::ALL {
        let mut state = fresh();
        reduce(&mut state, Action::Did(Deed::Contract(*preset)));
        let start = state.lab.scenario.service.clone();
        for (n, turn) in turns.iter().enumerate() {
            reduce(&mut state, Action::Did(Deed::Knob(*turn)));
            let scenario = state.lab.scenario.clone();
            assert_eq!(parse(&write(&scenario)).as_ref(), Ok(&*scenario), "{preset:?} {turn:?}");
            let knob = turn.knob();
            let own = &scenario.service.contract;
            let says = |contract| knobs::value(Language::En, contract, knob);
            if own.is_own(knob) {
                assert!(!own.is_assumed(knob), "{preset:?} {turn:?}");
            } else {
                assert_eq!(says(own), says(&start.contract), "{preset:?} {turn:?}");
            }
            if n % 3 == 0 {
                reduce(&mut state, Action::Did(Deed::Knob(Turn::Back(knob))));
                let back = &state.lab.scenario.service.contract;
                assert_eq!(
                    (back.is_own(knob), says(back)),
                    (false, says(&start.contract)),
                    "{preset:?} {turn:?}"
                );
            }
        }
        for knob in Knob::ALL {
            reduce(&mut state, Action::Did(Deed::Knob(Turn::Back(knob))));
        }
        assert_eq!(state.lab.scenario.service.contract, start.contract, "{preset:?}");
    }
}

/// A turned knob decides the run.
#[test]
fn a_turned_knob_is_obeyed() {
    let mut state = fresh();
    act(&mut state, Act::RunOpened(Preset::StripeV1, Moment::OtherParameters));
    let last =
        |state: &AppState| run(state).end.attempts.last().and_then(|it| it.heard.clone()).expect("heard");
    assert_eq!(last(&state).0.status, 400);
    reduce(&mut state, Action::Did(Deed::Knob(Turn::Mismatch(MismatchDoes::ReplayOriginal))));
    assert_eq!((last(&state).0.status, last(&state).1), (201, true));
    reduce(&mut state, Action::Did(Deed::Knob(Turn::Mismatch(MismatchDoes::Reject))));
    assert_eq!(
        (last(&state).0.status, state.lab.scenario.service.contract.own),
        (400, 0),
        "as Stripe has it again"
    );
    reduce(&mut state, Action::Did(Deed::Knob(Turn::Replay(ReplayMode::ConflictPointer))));
    reduce(&mut state, Action::Did(Deed::Knob(Turn::Mismatch(MismatchDoes::SameAsDuplicate))));
    assert_eq!((last(&state).0.status, last(&state).1), (409, true));
    reduce(&mut state, Action::Did(Deed::Knob(Turn::Replay(ReplayMode::UpdatedState))));
    assert_eq!(last(&state).0.to_string(), r#"201 {"order_id":1,"status":"created"}"#);
}
