//! Providers' knobs, as `contracts.md` §3 gives them.
//!
//! What a provider says nothing about is `None`. [`silent`] is the provider that says only what must be said: each
//! contract below is what it says beyond that.

use std::borrow::Cow;

use super::{Preset, fixture};
use crate::sim::contract::{
    AfterExpiry, Carrier, CarrierKind, Clock, Contract, FailedWork, FingerprintRule, InFlight, InFlightRule,
    KeyFormat, KeyRules, Mismatch, MismatchDoes, Presence, Refusal, Replay, ReplayMode, Retention,
    RetentionKind, ScopePart, Store, Stores, Words,
};
use crate::sim::time::Millis;

/// A preset's knobs.
pub(super) fn contract(preset: Preset) -> Contract {
    let says = match preset {
        Preset::Fixture => fixture::contract(),
        Preset::StripeV1 => stripe_v1(),
        Preset::StripeV2 => stripe_v2(),
        Preset::AwsEc2 => aws_ec2(),
        Preset::IetfDraft07 => ietf_draft_07(),
        Preset::LambdaPowertools => lambda_powertools(),
        Preset::RocketRidesAtomic => rocket_rides_atomic(),
        Preset::Gocardless => gocardless(),
        Preset::AzureAcsEmail => azure_acs_email(),
        Preset::PaypalOrdersV2 => paypal_orders_v2(),
        Preset::Adyen => adyen(),
        Preset::SquareCreatePayment => square_create_payment(),
        Preset::GoogleAip155 => google_aip_155(),
        Preset::ShopifyAdmin => shopify_admin(),
    };
    Contract { preset, ..says }
}

fn stripe_v1() -> Contract {
    Contract {
        key_policy: key(Presence::Optional, Some(1), Some(255), KeyFormat::Opaque),
        scope: within(&[ScopePart::Account]),
        fingerprint: Some(FingerprintRule::EndpointParams),
        mismatch: other_parameters(Some(400), Some("idempotency_error")),
        in_flight: in_flight(InFlight::Reject, Some(409), Some("idempotency_key_in_use"), None),
        stores: stores([DROP, PIN, PIN, PIN, PIN, None]),
        failed_work: Some(FailedWork::ReplayError),
        replay: Replay { marker: Some(words("Idempotent-Replayed: true")), ..replay(ReplayMode::Verbatim) },
        retention: keeps(RetentionKind::AtLeast, 86_400, Some(Clock::FirstSeen)),
        after_expiry: AS_NEW,
        ..silent(CarrierKind::Header, "Idempotency-Key")
    }
}

fn stripe_v2() -> Contract {
    Contract {
        methods: Cow::Borrowed(&[Cow::Borrowed("POST"), Cow::Borrowed("DELETE")]),
        key_policy: key(Presence::Auto, Some(1), None, KeyFormat::Opaque),
        scope: within(&[ScopePart::Account, ScopePart::Sandbox, ScopePart::Api]),
        stores: stores([None, PIN, DROP, DROP, DROP, DROP]),
        failed_work: Some(FailedWork::ReexecuteFailedParts),
        replay: replay(ReplayMode::UpdatedState),
        retention: keeps(RetentionKind::Fixed, 2_592_000, Some(Clock::FirstSeen)),
        after_expiry: AS_NEW,
        ..silent(CarrierKind::Header, "Idempotency-Key")
    }
}

fn aws_ec2() -> Contract {
    Contract {
        methods: Cow::Borrowed(&[Cow::Borrowed("listed actions")]),
        key_policy: key(Presence::Auto, Some(1), Some(64), KeyFormat::Ascii),
        scope: within(&[ScopePart::Caller, ScopePart::Region, ScopePart::Zone]),
        fingerprint: Some(FingerprintRule::Params),
        mismatch: other_parameters(Some(400), Some("IdempotentParameterMismatch")),
        in_flight: in_flight(InFlight::CurrentState, None, None, None),
        stores: stores([DROP, PIN, DROP, DROP, DROP, DROP]),
        failed_work: Some(FailedWork::Rerun),
        replay: replay(ReplayMode::UpdatedState),
        retention: keeps(RetentionKind::ResourceLifetimePlus, 86_400, None),
        after_expiry: AS_NEW,
        ..silent(CarrierKind::Param, "ClientToken")
    }
}

fn ietf_draft_07() -> Contract {
    Contract {
        methods: Cow::Borrowed(&[Cow::Borrowed("POST"), Cow::Borrowed("PATCH")]),
        key_policy: KeyRules {
            missing_status: Some(400),
            ..key(Presence::Required, None, None, KeyFormat::SfString)
        },
        fingerprint: Some(FingerprintRule::ImplementationDefined),
        mismatch: other_parameters(Some(422), None),
        in_flight: in_flight(InFlight::Reject, Some(409), None, None),
        stores: stores([None, PIN, PIN, PIN, None, None]),
        failed_work: Some(FailedWork::ReplayError),
        retention: Retention { kind: RetentionKind::PublishedByServer, keeps: None, clock: None },
        ..silent(CarrierKind::Header, "Idempotency-Key")
    }
}

fn lambda_powertools() -> Contract {
    /// The function's remaining time when it starts; here as if that were always the same.
    const RUNTIME: Millis = Millis(30_000);
    Contract {
        methods: Cow::Borrowed(&[Cow::Borrowed("any invocation")]),
        key_policy: key(Presence::Optional, None, None, KeyFormat::Md5),
        scope: within(&[ScopePart::Function]),
        fingerprint: Some(FingerprintRule::SelectedFields),
        mismatch: Some(Mismatch { does: MismatchDoes::ReplayOriginal, answer: Refusal::default() }),
        in_flight: in_flight(
            InFlight::Reject,
            None,
            Some("IdempotencyAlreadyInProgressError"),
            Some(RUNTIME),
        ),
        stores: stores([None, PIN, PIN, PIN, DROP, DROP]),
        failed_work: Some(FailedWork::Rerun),
        retention: keeps(RetentionKind::Fixed, 3_600, Some(Clock::Completed)),
        after_expiry: AS_NEW,
        ..silent(CarrierKind::Derived, "event_key_jmespath")
    }
}

fn rocket_rides_atomic() -> Contract {
    const LOCK: Millis = Millis(90_000);
    Contract {
        key_policy: KeyRules {
            missing_status: Some(400),
            bad_status: Some(400),
            ..key(Presence::Required, Some(20), Some(100), KeyFormat::Opaque)
        },
        scope: within(&[ScopePart::User]),
        fingerprint: Some(FingerprintRule::Params),
        mismatch: other_parameters(Some(409), None),
        in_flight: in_flight(InFlight::Reject, Some(409), None, Some(LOCK)),
        stores: stores([DROP, PIN, PIN, PIN, DROP, DROP]),
        failed_work: Some(FailedWork::Resume),
        retention: keeps(RetentionKind::Fixed, 259_200, Some(Clock::FirstSeen)),
        after_expiry: AS_NEW,
        ..silent(CarrierKind::Header, "Idempotency-Key")
    }
}

fn gocardless() -> Contract {
    Contract {
        mismatch: Some(Mismatch { does: MismatchDoes::SameAsDuplicate, answer: Refusal::default() }),
        stores: stores([DROP, PIN, DROP, DROP, DROP, DROP]),
        failed_work: Some(FailedWork::Rerun),
        replay: Replay {
            status: Some(409),
            code: Some(words("idempotent_creation_conflict")),
            ..replay(ReplayMode::ConflictPointer)
        },
        ..silent(CarrierKind::Header, "Idempotency-Key")
    }
}

fn azure_acs_email() -> Contract {
    Contract {
        key_policy: KeyRules {
            bad_status: Some(400),
            ..key(Presence::Optional, None, None, KeyFormat::Guid)
        },
        fingerprint: Some(FingerprintRule::Params),
        mismatch: other_parameters(Some(400), Some("Repeatability-Result: rejected")),
        in_flight: in_flight(InFlight::Reject, Some(409), None, None),
        stores: stores([None, PIN, PIN, DROP, DROP, DROP]),
        failed_work: Some(FailedWork::Rerun),
        replay: Replay {
            marker: Some(words("Repeatability-Result: accepted")),
            marks_first: true,
            ..replay(ReplayMode::Verbatim)
        },
        retention: keeps(RetentionKind::Fixed, 300, Some(Clock::ClientTimestamp)),
        after_expiry: Some(AfterExpiry::Reject(Some(412))),
        ..silent(CarrierKind::Header, "Repeatability-Request-ID")
    }
}

fn paypal_orders_v2() -> Contract {
    Contract {
        key_policy: key(Presence::Optional, Some(1), Some(108), KeyFormat::Opaque),
        in_flight: in_flight(InFlight::MayFail, Some(409), Some("PREVIOUS_REQUEST_IN_PROGRESS"), None),
        stores: stores([None, PIN, None, DROP, DROP, DROP]),
        failed_work: Some(FailedWork::Rerun),
        replay: Replay { status: Some(200), ..replay(ReplayMode::UpdatedState) },
        retention: keeps(RetentionKind::PerApi, 21_600, None),
        after_expiry: AS_NEW,
        ..silent(CarrierKind::Header, "PayPal-Request-Id")
    }
}

fn adyen() -> Contract {
    Contract {
        key_policy: key(Presence::Optional, Some(1), Some(64), KeyFormat::Opaque),
        scope: within(&[ScopePart::Company, ScopePart::Region]),
        in_flight: in_flight(InFlight::Reject, Some(422), Some("704"), None),
        replay: Replay {
            marker: Some(words("idempotency-key")),
            marks_first: true,
            ..replay(ReplayMode::Verbatim)
        },
        retention: keeps(RetentionKind::AtLeast, 604_800, Some(Clock::FirstSeen)),
        after_expiry: AS_NEW,
        ..silent(CarrierKind::Header, "idempotency-key")
    }
}

fn square_create_payment() -> Contract {
    Contract {
        key_policy: key(Presence::Required, Some(1), Some(45), KeyFormat::Opaque),
        fingerprint: Some(FingerprintRule::Params),
        mismatch: other_parameters(Some(400), Some("IDEMPOTENCY_KEY_REUSED")),
        ..silent(CarrierKind::BodyField, "idempotency_key")
    }
}

fn google_aip_155() -> Contract {
    Contract {
        methods: Cow::Borrowed(&[Cow::Borrowed("any request message")]),
        key_policy: key(Presence::Optional, None, Some(36), KeyFormat::Uuid4),
        replay: replay(ReplayMode::StoredOrCurrent),
        retention: keeps(RetentionKind::AtLeast, 3_600, Some(Clock::FirstSeen)),
        ..silent(CarrierKind::BodyField, "request_id")
    }
}

fn shopify_admin() -> Contract {
    Contract {
        methods: Cow::Borrowed(&[Cow::Borrowed("listed mutations")]),
        key_policy: key(Presence::Required, None, None, KeyFormat::Opaque),
        fingerprint: Some(FingerprintRule::Params),
        mismatch: other_parameters(Some(200), Some("IDEMPOTENCY_KEY_PARAMETER_MISMATCH")),
        in_flight: in_flight(InFlight::Reject, Some(200), Some("IDEMPOTENCY_CONCURRENT_REQUEST"), None),
        replay: replay(ReplayMode::UpdatedState),
        retention: keeps(RetentionKind::Fixed, 86_400, Some(Clock::FirstSeen)),
        after_expiry: AS_NEW,
        ..silent(CarrierKind::Directive, "@idempotent")
    }
}

/// A provider that only says that a success is kept.
fn silent(kind: CarrierKind, name: &'static str) -> Contract {
    Contract {
        preset: Preset::Fixture,
        own: 0,
        carrier: Carrier { kind, name: words(name) },
        methods: Cow::Borrowed(&[Cow::Borrowed("POST")]),
        key_policy: key(Presence::Optional, None, None, KeyFormat::Opaque),
        scope: None,
        fingerprint: None,
        mismatch: None,
        in_flight: None,
        stores: stores([None, PIN, None, None, None, None]),
        failed_work: None,
        replay: replay(ReplayMode::Verbatim),
        retention: Retention { kind: RetentionKind::Unpublished, keeps: None, clock: None },
        after_expiry: None,
    }
}

const PIN: Option<Store> = Some(Store::Pin);
const DROP: Option<Store> = Some(Store::Drop);
const AS_NEW: Option<AfterExpiry> = Some(AfterExpiry::ExecuteAsNew);

const fn words(text: &'static str) -> Words {
    Cow::Borrowed(text)
}

const fn key(presence: Presence, min: Option<u16>, max: Option<u16>, format: KeyFormat) -> KeyRules {
    KeyRules { presence, min, max, format, missing_status: None, bad_status: None }
}

fn within(parts: &'static [ScopePart]) -> Option<Cow<'static, [ScopePart]>> {
    Some(Cow::Borrowed(parts))
}

fn other_parameters(status: Option<u16>, code: Option<&'static str>) -> Option<Mismatch> {
    Some(Mismatch { does: MismatchDoes::Reject, answer: Refusal { status, code: code.map(words) } })
}

fn in_flight(
    does: InFlight,
    status: Option<u16>,
    code: Option<&'static str>,
    lease: Option<Millis>,
) -> Option<InFlightRule> {
    Some(InFlightRule { does, answer: Refusal { status, code: code.map(words) }, lease })
}

/// In the order of the fields of [`Stores`].
const fn stores(rules: [Option<Store>; 6]) -> Stores {
    let [validation, ok, client_error, server_error, unhandled, crash] = rules;
    Stores { validation, ok, client_error, server_error, unhandled, crash }
}

const fn replay(mode: ReplayMode) -> Replay {
    Replay { mode, status: None, code: None, marker: None, marks_first: false }
}

fn keeps(kind: RetentionKind, seconds: u64, clock: Option<Clock>) -> Retention {
    Retention { kind, keeps: Some(Millis(seconds * 1_000)), clock }
}
