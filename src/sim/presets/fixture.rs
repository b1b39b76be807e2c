//! The page's own contract: seed 000's `FixtureAPI` with the switches of `model.md`.

use std::borrow::Cow;

use super::Preset;
use crate::sim::contract::{
    AfterExpiry, Carrier, CarrierKind, Clock, Contract, FailedWork, FingerprintRule, InFlight, InFlightRule,
    KeyFormat, KeyRules, Mismatch, MismatchDoes, Presence, Refusal, Replay, ReplayMode, Retention,
    RetentionKind, ScopePart, Store, Stores,
};
use crate::sim::time::Millis;

/// The fixture's knobs.
pub(super) fn contract() -> Contract {
    const NONE: Refusal = Refusal { status: None, code: None };
    Contract {
        preset: Preset::Fixture,
        own: 0,
        carrier: Carrier { kind: CarrierKind::Header, name: Cow::Borrowed("Idempotency-Key") },
        methods: Cow::Borrowed(&[Cow::Borrowed("POST")]),
        key_policy: KeyRules {
            presence: Presence::Required,
            min: Some(1),
            max: Some(255),
            format: KeyFormat::Opaque,
            missing_status: Some(400),
            bad_status: Some(400),
        },
        scope: Some(Cow::Borrowed(&[ScopePart::Caller])),
        fingerprint: Some(FingerprintRule::EndpointParams),
        mismatch: Some(Mismatch { does: MismatchDoes::Reject, answer: NONE }),
        in_flight: Some(InFlightRule { does: InFlight::Reject, answer: NONE, lease: None }),
        stores: Stores {
            validation: Some(Store::Drop),
            ok: Some(Store::Pin),
            client_error: Some(Store::Pin),
            server_error: Some(Store::Pin),
            unhandled: Some(Store::Pin),
            crash: Some(Store::Drop),
        },
        failed_work: Some(FailedWork::ReplayError),
        replay: Replay {
            mode: ReplayMode::Verbatim,
            status: None,
            code: None,
            marker: None,
            marks_first: false,
        },
        retention: Retention {
            kind: RetentionKind::AtLeast,
            keeps: Some(Millis(24 * 3_600_000)),
            clock: Some(Clock::FirstSeen),
        },
        after_expiry: Some(AfterExpiry::ExecuteAsNew),
    }
}
