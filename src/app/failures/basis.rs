//! What lesson 7 says of providers rests on: which knob of whose contract, how sure it is, and where it can be read.
//!
//! Deliberately absent: the words, and what the runs come to.

use super::{Moment, outcome};
use crate::sim::contract::{Certainty, Knob, Store};
use crate::sim::presets::Preset;
use crate::sim::run::Run;

/// What a contract's line rests on: which knob, how sure it is there, and an index into [`Preset::sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Basis {
    /// Whose contract.
    pub preset: Preset,
    /// The knob that decided.
    pub knob: Knob,
    /// How sure it is.
    pub certainty: Certainty,
    /// Where it can be read.
    pub source: u8,
}

impl Basis {
    fn of(preset: Preset, knob: Knob) -> Basis {
        let citation = preset.citation(knob);
        Basis { preset, knob, certainty: citation.certainty, source: citation.source }
    }

    const fn at(self, source: u8) -> Basis {
        Basis { source, ..self }
    }

    const fn inferred(self) -> Basis {
        Basis { certainty: Certainty::Inferred, ..self }
    }
}

/// What a contract's line rests on. What ran again rests on what the provider says of failed work, what was replayed on
/// what it says is stored; an outcome that it does not speak of is not documented, however much else of the knob is.
#[must_use]
pub fn basis_of(moment: Moment, preset: Preset, run: &Run) -> Basis {
    if moment == Moment::Late {
        return Basis::of(preset, Knob::Replay);
    }
    let stores = preset.contract().stores;
    let said: Option<Store> = match moment {
        Moment::Declined => stores.client_error,
        Moment::Unhandled => stores.unhandled,
        _ => stores.server_error,
    };
    let is_replay = outcome(run).heard.is_some_and(|(_, replayed)| replayed);
    let knob = if is_replay || moment == Moment::Declined { Knob::Stores } else { Knob::FailedWork };
    let basis = Basis::of(preset, knob);
    match (moment, preset) {
        _ if said.is_none() => Basis { certainty: Certainty::NotDocumented, ..basis },
        // `contracts.md` §2.1: that a decline is stored too follows from the rule for any outcome.
        (Moment::Declined, Preset::StripeV1) => basis.inferred(),
        _ => basis,
    }
}

/// What the statements of a moment rest on, in the order of their words; `None` is this page's own.
#[must_use]
pub fn statements(moment: Moment) -> Vec<Option<Basis>> {
    let (v1, v2) = (Preset::StripeV1, Preset::StripeV2);
    match moment {
        Moment::Answered | Moment::Unhandled => Vec::new(),
        Moment::Invalid | Moment::Limited => vec![Some(Basis::of(v1, Knob::Stores))],
        Moment::Declined => {
            vec![Some(Basis::of(v1, Knob::Stores).inferred()), Some(Basis::of(v2, Knob::FailedWork))]
        }
        Moment::Late => {
            let replay = Basis::of(Preset::AwsEc2, Knob::Replay);
            vec![Some(replay.at(3)), Some(replay.at(1))]
        }
        Moment::NewKey => {
            let failed = Basis::of(v1, Knob::FailedWork);
            vec![Some(failed), Some(failed)]
        }
        Moment::WhichKey => vec![
            Some(Basis::of(v1, Knob::FailedWork)),
            None,
            Some(Basis::of(v1, Knob::InFlight).at(4)),
            Some(Basis::of(Preset::Gocardless, Knob::Replay)),
        ],
    }
}
