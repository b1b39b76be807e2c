//! The runs of lesson 7: scenario files, and the same script under another contract or build.
//!
//! The files are `static/lessons/7-*.json`, read when they are shown. Deliberately absent: any claim of how a run comes
//! out; each file has its own `expect`, and a test holds it.

use std::rc::Rc;

use crate::app::lab::empty_scenario;
use crate::sim::parse::parse;
use crate::sim::presets::Preset;
use crate::sim::run::Run;
use crate::sim::scenario::{Scenario, WriteOrder};

macro_rules! files {
    ($($(#[$doc:meta])* $file:ident $name:literal;)+) => {
        /// The lesson's files.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum File { $($(#[$doc])* $file,)+ }

        impl File {
            /// All of them.
            pub const ALL: &[File] = &[$(File::$file),+];

            /// The name in `static/lessons`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(File::$file => $name,)+ }
            }

            const fn text(self) -> &'static str {
                match self { $(File::$file => include_str!(concat!("../../../static/lessons/", $name)),)+ }
            }
        }
    };
}

files! {
    /// A 500 answered after the order was written; the retry keeps its key.
    Answered "7-answered-500.json";
    /// The same of an exception.
    Unhandled "7-unhandled-500.json";
    /// A 400, corrected under the same key.
    InvalidSame "7-invalid-same-key.json";
    /// Corrected under a new one.
    InvalidNew "7-invalid-new-key.json";
    /// A 402, and the same key.
    DeclinedSame "7-declined-same-key.json";
    /// A 402, and a new key.
    DeclinedNew "7-declined-new-key.json";
    /// A 429 to the first send, and the same key.
    LimitedSame "7-limited-same-key.json";
    /// A 429 to the first send, and a new key.
    LimitedNew "7-limited-new-key.json";
    /// A 429 after an unknown send, and the same key.
    UnknownLimitedSame "7-unknown-limited-same-key.json";
    /// A 429 after an unknown send, and a new key.
    UnknownLimitedNew "7-unknown-limited-new-key.json";
    /// 409 in use, and the same key.
    InUseSame "7-in-use-same-key.json";
    /// 409 in use, and a new key.
    InUseNew "7-in-use-new-key.json";
    /// No answer, and the same key.
    TimeoutSame "7-timeout-same-key.json";
    /// No answer, and a new key.
    TimeoutNew "7-timeout-new-key.json";
    /// A stored 500: the same key, then a question.
    StoredAsk "7-stored-500-ask.json";
    /// A stored 500, and a new key.
    StoredNew "7-stored-500-new-key.json";
    /// The response is lost, the order cancelled, the retry comes.
    LateRetry "7-late-retry.json";
}

/// A file's scenario.
#[must_use]
pub fn scenario(file: File) -> Scenario {
    // A test reads every file; one that could not be read would show an empty world.
    parse(file.text()).unwrap_or_else(|_| empty_scenario())
}

/// A file's run.
#[must_use]
pub fn plain(file: File) -> Run {
    Run::of(Rc::new(scenario(file)))
}

/// A file's script under another contract. Where its handler fails after the order was written, `stays` decides whether the
/// order stays, or order and record commit together and are undone together.
#[must_use]
pub fn under(file: File, preset: Preset, stays: bool) -> Run {
    let mut scenario = scenario(file);
    let service = &mut scenario.service;
    service.contract = preset.contract();
    service.lease = service.contract.in_flight.as_ref().and_then(|rule| rule.lease);
    if matches!(file, File::Answered | File::Unhandled) && !stays {
        service.write_order = WriteOrder::ClaimThenCommit;
    }
    Run::of(Rc::new(Scenario { expect: None, ..scenario }))
}
