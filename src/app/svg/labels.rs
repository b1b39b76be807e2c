//! The words of the figure's labels.

use crate::app::HAS_LAB;
use crate::app::scene::{Label, RecordLook};
use crate::app::text::template::{Value, plain, render};
use crate::app::text::{Language, events, lab_texts, names, texts};
use crate::sim::run::Run;
use crate::sim::scenario::Direction;

/// The words of one label.
#[must_use]
pub fn label_text(language: Language, run: &Run, label: &Label) -> String {
    let all = texts(language);
    let words = &all.figure;
    let filled = |template: &str, name: &str, value: String| {
        plain(&render(language, template, &[(name, Value::Name(value))]), language)
    };
    let plain = match label {
        Label::Attempt { id, other_body } => {
            let attempt = names::attempt(language, run, *id);
            return if *other_body { format!("{attempt} {}", words.other_body) } else { attempt };
        }
        Label::Answer(answer) => return names::answer(language, run, answer),
        Label::ReplayOf(of) => return filled(words.replay_of, "attempt", names::attempt(language, run, *of)),
        Label::Delayed(by) => return filled(words.delayed_by, "dur", names::duration(language, *by)),
        Label::Timeout(after) => return names::duration(language, *after),
        Label::Belief(belief) => return names::belief(language, run, *belief),
        Label::Until(at) => return filled(words.still_open, "time", names::instant(language, *at)),
        Label::Failed(status) => return format!("{} {status}", all.names.failed),
        Label::Back(down) => return filled(words.back_in, "dur", names::duration(language, *down)),
        Label::RetryWindow(window) => {
            return format!("{} {}", words.retry_window, names::duration(language, *window));
        }
        Label::Promise(promise) => {
            return format!("{} {}", words.promise, names::duration(language, *promise));
        }
        Label::Lost(Direction::Request) => words.request_lost,
        Label::Lost(Direction::Response) => words.response_lost,
        Label::SecondCopy => words.second_copy,
        Label::Unheard => words.nobody_listens,
        Label::Down => words.not_taken,
        Label::Record(RecordLook::Ghost) | Label::Uncommitted => words.uncommitted,
        Label::Record(RecordLook::Claim) => all.names.in_flight,
        Label::Record(RecordLook::ClaimOver) | Label::LeaseOver => all.names.lease_over,
        Label::Record(RecordLook::Open) if HAS_LAB => lab_texts(language).wider.open,
        Label::Record(RecordLook::Open) => all.names.failed,
        Label::Record(RecordLook::Completed) => all.names.completed,
        Label::Record(RecordLook::Failed) => all.names.failed,
        Label::Record(RecordLook::PastPromise) => all.names.past_promise,
        Label::Expired => words.record_removed,
        Label::PromiseOver => words.promise_ends,
        Label::Twice => words.twice,
        Label::RolledBack => words.rolled_back,
        Label::FencedOut => all.event_names.fenced,
        Label::Crash => words.crash,
        Label::Execution => words.execution_begins,
        Label::Reload => words.reload,
        Label::KeyMade => all.event_names.key_made,
        Label::Waits => words.waits,
        Label::Named(seq) => run.trace.event(*seq).map_or("", |event| events::name(language, event)),
    };
    plain.to_owned()
}
