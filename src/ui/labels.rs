//! The words of the figure's labels.

use yew::AttrValue;

use crate::app::scene::{Label, RecordLook};
use crate::app::text::template::{Value, plain, render};
use crate::app::text::{Language, names, texts};
use crate::sim::run::Run;
use crate::sim::scenario::Direction;
use crate::sim::trace::Belief;

/// The words of one label.
pub(super) fn label_text(language: Language, run: &Run, label: &Label) -> AttrValue {
    let all = texts(language);
    let words = &all.figure;
    let filled = |template: &str, name: &str, value: String| {
        plain(&render(language, template, &[(name, Value::Name(value))]), language)
    };
    let text = match label {
        Label::Attempt { id, other_body } => {
            let attempt = names::attempt(language, run, *id);
            if *other_body { format!("{attempt} {}", words.other_body) } else { attempt }
        }
        Label::Answer(answer) => names::answer(language, run, answer),
        Label::ReplayOf(of) => filled(words.replay_of, "attempt", names::attempt(language, run, *of)),
        Label::Lost(Direction::Request) => words.request_lost.to_owned(),
        Label::Lost(Direction::Response) => words.response_lost.to_owned(),
        Label::Delayed(by) => filled(words.delayed_by, "dur", names::duration(language, *by)),
        Label::SecondCopy => words.second_copy.to_owned(),
        Label::Unheard => words.nobody_listens.to_owned(),
        Label::Down => words.not_taken.to_owned(),
        Label::Timeout(after) => names::duration(language, *after),
        Label::Belief(Belief::Unknown) => words.timeout.to_owned(),
        Label::Belief(belief) => names::belief(language, run, *belief),
        Label::Record(look) => match look {
            RecordLook::Ghost => words.uncommitted.to_owned(),
            RecordLook::Claim => all.names.in_flight.to_owned(),
            RecordLook::ClaimOver => all.names.lease_over.to_owned(),
            RecordLook::Completed => all.names.completed.to_owned(),
            RecordLook::Failed => all.names.failed.to_owned(),
            RecordLook::PastPromise => all.names.past_promise.to_owned(),
        },
        Label::Until(at) => filled(words.still_open, "time", names::instant(language, *at)),
        Label::Expired => words.record_removed.to_owned(),
        Label::PromiseOver => words.promise_ends.to_owned(),
        Label::LeaseOver => all.names.lease_over.to_owned(),
        Label::Twice => words.twice.to_owned(),
        Label::Uncommitted => words.uncommitted.to_owned(),
        Label::RolledBack => words.rolled_back.to_owned(),
        Label::FencedOut => all.event_names.fenced.to_owned(),
        Label::Failed(status) => format!("{} {status}", all.names.failed),
        Label::Crash => words.crash.to_owned(),
        Label::Back(down) => filled(words.back_in, "dur", names::duration(language, *down)),
        Label::Execution => words.execution_begins.to_owned(),
        Label::RetryWindow(window) => format!("{} {}", words.retry_window, names::duration(language, *window)),
        Label::Promise(promise) => format!("{} {}", words.promise, names::duration(language, *promise)),
        Label::Reload => words.reload.to_owned(),
        Label::KeyMade => all.event_names.key_made.to_owned(),
        Label::Waits => words.waits.to_owned(),
    };
    text.into()
}
