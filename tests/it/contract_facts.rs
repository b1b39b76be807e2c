//! The providers' contracts against `contracts.md` §3, cell by cell, and what every citation must have.
//!
//! Spelling: `null` is not documented; `?` is a part that is not, `..` a bound. Key policy: presence, length, format,
//! stated statuses. Stores: validation, ok, client error, server error, unhandled, crash.

use idempotency_explainer::sim::contract::{
    AfterExpiry, Certainty, Contract, InFlight, Knob, MismatchDoes, Presence, Refusal,
};
use idempotency_explainer::sim::presets::Preset;

/// A preset and its knobs, by their names in files.
type Facts = (&'static str, [(&'static str, &'static str); 12]);

const FACTS: [Facts; 13] = [
    (
        "stripe-v1",
        [
            ("carrier", "header Idempotency-Key"),
            ("methods", "POST"),
            ("key_policy", "optional 1..255 opaque"),
            ("scope", "account"),
            ("fingerprint", "endpoint-params"),
            ("mismatch", "reject 400 idempotency_error"),
            ("in_flight", "reject 409 idempotency_key_in_use"),
            ("stores", "drop pin pin pin pin ?"),
            ("failed_work", "replay-error"),
            ("replay", "verbatim, marked Idempotent-Replayed: true"),
            ("retention", "at-least 24h first-seen"),
            ("after_expiry", "execute-as-new"),
        ],
    ),
    (
        "stripe-v2",
        [
            ("carrier", "header Idempotency-Key"),
            ("methods", "POST, DELETE"),
            ("key_policy", "auto 1.. opaque"),
            ("scope", "account, sandbox, api"),
            ("fingerprint", "null"),
            ("mismatch", "null"),
            ("in_flight", "null"),
            ("stores", "? pin drop drop drop drop"),
            ("failed_work", "reexecute-failed-parts"),
            ("replay", "updated-state"),
            ("retention", "fixed 720h first-seen"),
            ("after_expiry", "execute-as-new"),
        ],
    ),
    (
        "aws-ec2",
        [
            ("carrier", "param ClientToken"),
            ("methods", "listed actions"),
            ("key_policy", "auto 1..64 ascii"),
            ("scope", "caller, region, zone"),
            ("fingerprint", "params"),
            ("mismatch", "reject 400 IdempotentParameterMismatch"),
            ("in_flight", "current-state"),
            ("stores", "drop pin drop drop drop drop"),
            ("failed_work", "rerun"),
            ("replay", "updated-state"),
            ("retention", "resource-lifetime-plus 24h ?"),
            ("after_expiry", "execute-as-new"),
        ],
    ),
    (
        "ietf-draft-07",
        [
            ("carrier", "header Idempotency-Key"),
            ("methods", "POST, PATCH"),
            ("key_policy", "required .. sf-string, missing 400"),
            ("scope", "null"),
            ("fingerprint", "implementation-defined"),
            ("mismatch", "reject 422"),
            ("in_flight", "reject 409"),
            ("stores", "? pin pin pin ? ?"),
            ("failed_work", "replay-error"),
            ("replay", "verbatim"),
            ("retention", "published-by-server ? ?"),
            ("after_expiry", "null"),
        ],
    ),
    (
        "lambda-powertools",
        [
            ("carrier", "derived event_key_jmespath"),
            ("methods", "any invocation"),
            ("key_policy", "optional .. md5"),
            ("scope", "function"),
            ("fingerprint", "selected-fields"),
            ("mismatch", "replay-original"),
            ("in_flight", "reject ? IdempotencyAlreadyInProgressError, lease 30s"),
            ("stores", "? pin pin pin drop drop"),
            ("failed_work", "rerun"),
            ("replay", "verbatim"),
            ("retention", "fixed 1h completed"),
            ("after_expiry", "execute-as-new"),
        ],
    ),
    (
        "rocket-rides-atomic",
        [
            ("carrier", "header Idempotency-Key"),
            ("methods", "POST"),
            ("key_policy", "required 20..100 opaque, missing 400, bad 400"),
            ("scope", "user"),
            ("fingerprint", "params"),
            ("mismatch", "reject 409"),
            ("in_flight", "reject 409, lease 90s"),
            ("stores", "drop pin pin pin drop drop"),
            ("failed_work", "resume"),
            ("replay", "verbatim"),
            ("retention", "fixed 72h first-seen"),
            ("after_expiry", "execute-as-new"),
        ],
    ),
    (
        "gocardless",
        [
            ("carrier", "header Idempotency-Key"),
            ("methods", "POST"),
            ("key_policy", "optional .. opaque"),
            ("scope", "null"),
            ("fingerprint", "null"),
            ("mismatch", "same-as-duplicate"),
            ("in_flight", "null"),
            ("stores", "drop pin drop drop drop drop"),
            ("failed_work", "rerun"),
            ("replay", "conflict-pointer 409 idempotent_creation_conflict"),
            ("retention", "unpublished ? ?"),
            ("after_expiry", "null"),
        ],
    ),
    (
        "azure-acs-email",
        [
            ("carrier", "header Repeatability-Request-ID"),
            ("methods", "POST"),
            ("key_policy", "optional .. guid, bad 400"),
            ("scope", "null"),
            ("fingerprint", "params"),
            ("mismatch", "reject 400 Repeatability-Result: rejected"),
            ("in_flight", "reject 409"),
            ("stores", "? pin pin drop drop drop"),
            ("failed_work", "rerun"),
            ("replay", "verbatim, marked Repeatability-Result: accepted, on the first too"),
            ("retention", "fixed 5m client-timestamp"),
            ("after_expiry", "reject 412"),
        ],
    ),
    (
        "paypal-orders-v2",
        [
            ("carrier", "header PayPal-Request-Id"),
            ("methods", "POST"),
            ("key_policy", "optional 1..108 opaque"),
            ("scope", "null"),
            ("fingerprint", "null"),
            ("mismatch", "null"),
            ("in_flight", "may-fail 409 PREVIOUS_REQUEST_IN_PROGRESS"),
            ("stores", "? pin ? drop drop drop"),
            ("failed_work", "rerun"),
            ("replay", "updated-state 200"),
            ("retention", "per-api 6h ?"),
            ("after_expiry", "execute-as-new"),
        ],
    ),
    (
        "adyen",
        [
            ("carrier", "header idempotency-key"),
            ("methods", "POST"),
            ("key_policy", "optional 1..64 opaque"),
            ("scope", "company, region"),
            ("fingerprint", "null"),
            ("mismatch", "null"),
            ("in_flight", "reject 422 704"),
            ("stores", "? pin ? ? ? ?"),
            ("failed_work", "null"),
            ("replay", "verbatim, marked idempotency-key, on the first too"),
            ("retention", "at-least 168h first-seen"),
            ("after_expiry", "execute-as-new"),
        ],
    ),
    (
        "square-create-payment",
        [
            ("carrier", "body-field idempotency_key"),
            ("methods", "POST"),
            ("key_policy", "required 1..45 opaque"),
            ("scope", "null"),
            ("fingerprint", "params"),
            ("mismatch", "reject 400 IDEMPOTENCY_KEY_REUSED"),
            ("in_flight", "null"),
            ("stores", "? pin ? ? ? ?"),
            ("failed_work", "null"),
            ("replay", "verbatim"),
            ("retention", "unpublished ? ?"),
            ("after_expiry", "null"),
        ],
    ),
    (
        "google-aip-155",
        [
            ("carrier", "body-field request_id"),
            ("methods", "any request message"),
            ("key_policy", "optional ..36 uuid4"),
            ("scope", "null"),
            ("fingerprint", "null"),
            ("mismatch", "null"),
            ("in_flight", "null"),
            ("stores", "? pin ? ? ? ?"),
            ("failed_work", "null"),
            ("replay", "stored-or-current"),
            ("retention", "at-least 1h first-seen"),
            ("after_expiry", "null"),
        ],
    ),
    (
        "shopify-admin",
        [
            ("carrier", "directive @idempotent"),
            ("methods", "listed mutations"),
            ("key_policy", "required .. opaque"),
            ("scope", "null"),
            ("fingerprint", "params"),
            ("mismatch", "reject 200 IDEMPOTENCY_KEY_PARAMETER_MISMATCH"),
            ("in_flight", "reject 200 IDEMPOTENCY_CONCURRENT_REQUEST"),
            ("stores", "? pin ? ? ? ?"),
            ("failed_work", "null"),
            ("replay", "updated-state"),
            ("retention", "fixed 24h first-seen"),
            ("after_expiry", "execute-as-new"),
        ],
    ),
];

/// A value that may be missing.
fn text<T: ToString>(value: Option<T>, missing: &str) -> String {
    value.map_or_else(|| missing.to_owned(), |value| value.to_string())
}

/// A value that may be missing, after what stands before it.
fn after<T: ToString>(before: &str, value: Option<T>) -> String {
    value.map_or_else(String::new, |value| format!("{before}{}", value.to_string()))
}

fn refusal(does: &str, answer: &Refusal) -> String {
    format!("{does} {}{}", text(answer.status, "?"), after(" ", answer.code.as_ref()))
}

fn names<'a>(all: impl Iterator<Item = &'a str>) -> String {
    all.collect::<Vec<_>>().join(", ")
}

/// One knob in the spelling of [`FACTS`].
fn spelled(contract: &Contract, knob: Knob) -> String {
    let (carrier, key, replay) = (&contract.carrier, &contract.key_policy, &contract.replay);
    let (stores, retention) = (&contract.stores, &contract.retention);
    match knob {
        Knob::Carrier => format!("{} {}", carrier.kind.name(), carrier.name),
        Knob::Methods => names(contract.methods.iter().map(|method| &**method)),
        Knob::KeyPolicy => {
            let statuses = after(", missing ", key.missing_status) + &after(", bad ", key.bad_status);
            let length = text(key.min, "") + ".." + &text(key.max, "");
            format!("{} {length} {}{statuses}", key.presence.name(), key.format.name())
        }
        Knob::Scope => {
            text(contract.scope.as_ref().map(|all| names(all.iter().map(|part| part.name()))), "null")
        }
        Knob::Fingerprint => text(contract.fingerprint.map(|rule| rule.name()), "null"),
        Knob::Mismatch => match &contract.mismatch {
            Some(rule) if rule.does == MismatchDoes::Reject => refusal("reject", &rule.answer),
            rule => text(rule.as_ref().map(|rule| rule.does.name()), "null"),
        },
        Knob::InFlight => contract.in_flight.as_ref().map_or("null".to_owned(), |rule| {
            let does = match rule.does {
                InFlight::Reject => refusal("reject", &rule.answer),
                InFlight::Wait(most) => refusal(&format!("wait {most}"), &rule.answer),
                InFlight::CurrentState => "current-state".to_owned(),
                InFlight::MayFail => refusal("may-fail", &rule.answer),
            };
            does + &after(", lease ", rule.lease)
        }),
        Knob::Stores => [
            stores.validation,
            stores.ok,
            stores.client_error,
            stores.server_error,
            stores.unhandled,
            stores.crash,
        ]
        .map(|store| text(store.map(|store| store.name()), "?"))
        .join(" "),
        Knob::FailedWork => text(contract.failed_work.map(|rule| rule.name()), "null"),
        Knob::Replay => {
            let answer = after(" ", replay.status) + &after(" ", replay.code.as_ref());
            let first = if replay.marks_first { ", on the first too" } else { "" };
            format!("{}{answer}{}{first}", replay.mode.name(), after(", marked ", replay.marker.as_ref()))
        }
        Knob::Retention => {
            let clock = text(retention.clock.map(|clock| clock.name()), "?");
            format!("{} {} {clock}", retention.kind.name(), text(retention.keeps, "?"))
        }
        Knob::AfterExpiry => match contract.after_expiry {
            None => "null".to_owned(),
            Some(AfterExpiry::ExecuteAsNew) => "execute-as-new".to_owned(),
            Some(AfterExpiry::Reject(status)) => format!("reject {}", text(status, "?")),
        },
    }
}

fn providers() -> impl Iterator<Item = Preset> {
    Preset::ALL.iter().copied().filter(|preset| *preset != Preset::Fixture)
}

/// Every provider with every knob.
fn cells() -> impl Iterator<Item = (Preset, Knob)> {
    providers().flat_map(|preset| Knob::ALL.map(|knob| (preset, knob)))
}

#[test]
fn every_knob_of_every_provider_is_as_documented() {
    assert_eq!(FACTS.map(|(preset, _)| preset).to_vec(), providers().map(Preset::name).collect::<Vec<_>>());
    for ((name, facts), preset) in FACTS.into_iter().zip(providers()) {
        let contract = preset.contract();
        assert_eq!((contract.preset, contract.own), (preset, 0), "{name}");
        assert_eq!(
            Knob::ALL.map(|knob| (knob.name(), spelled(&contract, knob))),
            facts.map(|(knob, value)| (knob, value.to_owned())),
            "{name}"
        );
    }
}

#[test]
fn every_citation_can_be_read_and_says_what_it_assumes() {
    for preset in providers() {
        let sources = preset.sources();
        assert!(!sources.is_empty(), "{preset:?}");
        for source in sources {
            assert!(source.url.starts_with("https://") && !source.title.is_empty(), "{preset:?}: {source:?}");
        }
    }
    for (preset, knob) in cells() {
        let (citation, place) = (preset.citation(knob), format!("{preset:?} {knob:?}"));
        assert!(usize::from(citation.source) < preset.sources().len(), "{place}");
        let [zh, en] = citation.note;
        assert_eq!(zh.is_empty(), en.is_empty(), "{place}");
        assert!(zh.chars().count() <= 200 && en.chars().count() <= 200, "{place}: {}", en.chars().count());
        let plain = matches!(citation.certainty, Certainty::Verified | Certainty::NotDocumented);
        assert!(!en.is_empty() || plain && !citation.assumes, "{place}: neither certain nor explained");
    }
}

/// What is not documented is not claimed, and a documented knob with a gap says that it has one.
#[test]
fn gaps_are_owned_up_to() {
    for (preset, knob) in cells() {
        let (contract, citation) = (preset.contract(), preset.citation(knob));
        let (value, place) = (spelled(&contract, knob), format!("{preset:?} {knob:?}"));
        if value == "null" {
            assert_eq!((citation.certainty, citation.assumes), (Certainty::NotDocumented, false), "{place}");
            continue;
        }
        let key = contract.key_policy;
        let unanswered = key.presence == Presence::Required && key.missing_status.is_none()
            || (key.min.is_some() || key.max.is_some()) && key.bad_status.is_none();
        if citation.certainty != Certainty::NotDocumented {
            let gap = value.contains('?') || knob == Knob::KeyPolicy && unanswered;
            assert!(citation.assumes || !gap, "{place}: {value}");
        }
    }
}

/// The page's own contract is its own: nothing in it is anybody's reading.
#[test]
fn the_fixture_is_certain() {
    assert_eq!(Preset::Fixture.sources().len(), 1);
    for knob in Knob::ALL {
        let citation = Preset::Fixture.citation(knob);
        assert_eq!((citation.certainty, citation.assumes, citation.source), (Certainty::Verified, false, 0));
        assert_eq!(citation.note, ["", ""]);
    }
}
