//! Random parts of the wider world: contracts with knobs of their own, builds, providers, habits, steps, faults.
//!
//! A knob that is a scenario's own is stated whole, so that what is written says the same as the value. Most switches
//! are rarely thrown: each should meet a world that is otherwise as one would think.

use std::borrow::Cow;

use idempotency_explainer::sim::build::{
    Build, FailedClaim, Field, Inbox, KeyForm, Limiter, Loser, Mail, MailFrom, Recipe, RecordStore, Unique,
};
use idempotency_explainer::sim::contract::{
    AfterExpiry, Carrier, CarrierKind, Clock, Contract, FailedWork, FingerprintRule, InFlight, InFlightRule,
    KeyFormat, KeyRules, Knob, Mismatch, MismatchDoes, Presence, Refusal, Replay, ReplayMode, Retention,
    RetentionKind, ScopePart, Store, Stores,
};
use idempotency_explainer::sim::presets::Preset;
use idempotency_explainer::sim::scenario::{
    Action, AskBy, Body, Client, ClientMoment, DropOn, EffectPlace, Endpoint, FailAt, FaultKind, KeyPolicy,
    Outer, Persists, Point, Provider, ProviderKey, RetryOn, Service, UnknownCall, Who,
};
use idempotency_explainer::sim::time::Millis;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use crate::generator::{BODIES, Draft, millis};

/// A plain service, under any contract and built in any way.
pub(crate) fn service(plain: Service) -> BoxedStrategy<Service> {
    let presets = prop_oneof![1 => Just(Preset::Fixture), 2 => select(Preset::ALL)];
    let provider = prop_oneof![1 => Just(None), 1 => provider().prop_map(Some)];
    (presets, subsequence(&Knob::ALL[..], 0..=4), knobs(), build(), provider, any::<bool>())
        .prop_map(move |(preset, own, knobs, build, provider, both)| {
            let mut contract = preset.contract();
            for knob in own {
                state(&mut contract, knob, &knobs);
            }
            let is_fixed = contract.retention.kind == RetentionKind::Fixed;
            let named = contract.in_flight.as_ref().and_then(|rule| rule.lease);
            Service {
                lease: plain.lease.or(named),
                kept_longer: if is_fixed { Millis::ZERO } else { plain.kept_longer },
                effect: match provider {
                    None => plain.effect,
                    Some(provider) if both => EffectPlace::Both(provider),
                    Some(provider) => EffectPlace::Provider(provider),
                },
                contract,
                build,
                ..plain.clone()
            }
        })
        .boxed()
}

/// Puts one of `knobs` over the contract's, as a file would: what it cannot unsay stays.
fn state(contract: &mut Contract, knob: Knob, knobs: &Contract) {
    contract.make_own(knob);
    let over = |own: &Refusal, old: &Refusal| Refusal {
        status: own.status.or(old.status),
        code: own.code.clone().or_else(|| old.code.clone()),
    };
    match knob {
        Knob::Carrier => contract.carrier = knobs.carrier.clone(),
        Knob::Methods => contract.methods = knobs.methods.clone(),
        Knob::KeyPolicy => {
            let (own, old) = (knobs.key_policy, contract.key_policy);
            contract.key_policy = KeyRules {
                min: own.min.or(old.min),
                max: own.max.or(old.max),
                missing_status: own.missing_status.or(old.missing_status),
                bad_status: own.bad_status.or(old.bad_status),
                ..own
            };
        }
        Knob::Scope => contract.scope = knobs.scope.clone(),
        Knob::Fingerprint => contract.fingerprint = knobs.fingerprint,
        Knob::Mismatch => {
            let old = contract.mismatch.as_ref().map(|old| old.answer.clone()).unwrap_or_default();
            let own = knobs.mismatch.clone();
            contract.mismatch = own.map(|own| Mismatch { answer: over(&own.answer, &old), ..own });
        }
        Knob::InFlight => {
            let old = contract.in_flight.clone();
            let lease = old.as_ref().and_then(|old| old.lease);
            let old = old.map(|old| old.answer).unwrap_or_default();
            let own = knobs.in_flight.clone();
            contract.in_flight =
                own.map(|own| InFlightRule { answer: over(&own.answer, &old), lease, ..own });
        }
        Knob::Stores => contract.stores = knobs.stores,
        Knob::FailedWork => contract.failed_work = knobs.failed_work,
        Knob::Replay => {
            let (own, old) = (knobs.replay.clone(), contract.replay.clone());
            contract.replay = Replay {
                status: own.status.or(old.status),
                code: own.code.or(old.code),
                marker: own.marker.or(old.marker),
                ..own
            };
        }
        Knob::Retention => {
            let (own, old) = (knobs.retention, contract.retention);
            contract.retention =
                Retention { kind: own.kind, keeps: own.keeps.or(old.keeps), clock: own.clock.or(old.clock) };
        }
        Knob::AfterExpiry => contract.after_expiry = knobs.after_expiry,
    }
}

/// A contract of which knobs are taken; its preset does not matter.
fn knobs() -> BoxedStrategy<Contract> {
    let words = || "[ -~]{1,12}|钥匙".prop_map(Cow::<'static, str>::Owned);
    let terms = move |least: u16| {
        (weighted(0.5, least..=599), weighted(0.5, words()))
            .prop_map(|(status, code)| Refusal { status, code })
    };
    let name = prop_oneof![Just("body".to_owned()), "[a-z_]{1,9}"].prop_map(Cow::<'static, str>::Owned);
    let carrier = (select(CarrierKind::ALL), name).prop_map(|(kind, name)| Carrier { kind, name });
    let methods = prop::collection::vec(words(), 1..=8).prop_map(Cow::<'static, [_]>::Owned);
    let key_policy = (
        select(Presence::ALL),
        weighted(0.2, 1..=9_u16),
        weighted(0.5, 1..=255_u16),
        select(KeyFormat::ALL),
        weighted(0.5, 400..=499_u16),
        weighted(0.5, 400..=499_u16),
    )
        .prop_map(|(presence, min, max, format, missing_status, bad_status)| KeyRules {
            presence,
            min,
            max,
            format,
            missing_status,
            bad_status,
        });
    let scope = subsequence(ScopePart::ALL, 0..=3).prop_map(Cow::<'static, [_]>::Owned);
    let mismatch =
        (select(MismatchDoes::ALL), terms(200)).prop_map(|(does, answer)| Mismatch { does, answer });
    let does = prop_oneof![
        select(vec![InFlight::Reject, InFlight::CurrentState, InFlight::MayFail]),
        millis().prop_map(InFlight::Wait)
    ];
    let in_flight = (does, terms(200)).prop_map(|(does, answer)| InFlightRule { does, answer, lease: None });
    let stores = prop::array::uniform6(select(Store::ALL)).prop_map(|kept| {
        let [validation, ok, client_error, server_error, unhandled, crash] = kept.map(Some);
        Stores { validation, ok, client_error, server_error, unhandled, crash }
    });
    let replay = (select(ReplayMode::ALL), terms(200), weighted(0.3, words()), any::<bool>());
    let replay = replay.prop_map(|(mode, terms, marker, marks_first)| Replay {
        mode,
        status: terms.status,
        code: terms.code,
        marker,
        marks_first,
    });
    let retention = (select(RetentionKind::ALL), weighted(0.8, millis()), weighted(0.8, select(Clock::ALL)))
        .prop_map(|(kind, keeps, clock)| Retention { kind, keeps, clock });
    let after_expiry = prop_oneof![
        1 => Just(AfterExpiry::ExecuteAsNew),
        1 => weighted(0.5, 400..=499_u16).prop_map(AfterExpiry::Reject)
    ];
    (
        carrier,
        methods,
        key_policy,
        scope,
        select(FingerprintRule::ALL),
        mismatch,
        in_flight,
        stores,
        select(FailedWork::ALL),
        replay,
        retention,
        after_expiry,
    )
        .prop_map(|knobs| Contract {
            preset: Preset::Fixture,
            own: 0,
            carrier: knobs.0,
            methods: knobs.1,
            key_policy: knobs.2,
            scope: Some(knobs.3),
            fingerprint: Some(knobs.4),
            mismatch: Some(knobs.5),
            in_flight: Some(knobs.6),
            stores: knobs.7,
            failed_work: Some(knobs.8),
            replay: knobs.9,
            retention: knobs.10,
            after_expiry: Some(knobs.11),
        })
        .boxed()
}

/// One of the names, the first one mostly.
fn rarely<T: Copy + std::fmt::Debug + 'static>(all: &'static [T]) -> impl Strategy<Value = T> {
    prop_oneof![5 => Just(all[0]), 1 => select(all)]
}

fn build() -> BoxedStrategy<Build> {
    let rare = || prop::bool::weighted(0.1);
    let time = || weighted(0.1, millis());
    let store = prop_oneof![
        4 => Just(RecordStore::Shared),
        1 => Just(RecordStore::PerReplica),
        1 => millis().prop_map(RecordStore::Lagging)
    ];
    let names = select(vec![vec![], vec![], vec!["note"], vec!["note", "colour"]]);
    let field = (any::<bool>(), weighted(0.5, select(vec!["null", "\"red\"", "{\"a\":[1]}"])));
    let fields = (names, field).prop_map(|(names, (volatile, default))| {
        let field =
            |name: &str| Field { name: name.to_owned(), volatile, default: default.map(str::to_owned) };
        names.into_iter().map(field).collect()
    });
    let switches = (rare(), rare(), rare());
    let places = (rarely(Limiter::ALL), rarely(FailedClaim::ALL), select(Unique::ALL), rarely(Loser::ALL));
    let keys = (rarely(Recipe::ALL), fields, rarely(KeyForm::ALL), rarely(&[1, 2, 3]), store);
    let times = (time(), time(), time());
    (switches, places, keys, times, weighted(0.2, mail()))
        .prop_map(|(switches, places, keys, times, mail)| Build {
            running_first: switches.0,
            record_needs_client: switches.1,
            volatile: switches.2,
            limiter: places.0,
            failed_claim: places.1,
            unique: places.2,
            loser: places.3,
            recipe: keys.0,
            fields: keys.1,
            key_form: keys.2,
            replicas: keys.3,
            store: keys.4,
            forgets_after: times.0,
            sweeper: times.1,
            proxy: times.2,
            mail,
        })
        .boxed()
}

fn mail() -> impl Strategy<Value = Mail> {
    let relay = prop_oneof![Just(Mail::RELAY), millis()];
    (select(MailFrom::ALL), select(Inbox::ALL), weighted(0.3, millis()), relay).prop_map(
        |(from, inbox, remembers, relay)| match from {
            MailFrom::Handler => Mail { from, inbox: Inbox::Nothing, remembers: None, relay: Mail::RELAY },
            MailFrom::Outbox => Mail { from, inbox, remembers, relay },
        },
    )
}

fn provider() -> impl Strategy<Value = Provider> {
    (select(ProviderKey::ALL), select(UnknownCall::ALL), weighted(0.3, millis()), any::<bool>())
        .prop_map(|(key, unknown, remembers, fenced)| Provider { key, unknown, remembers, fenced })
}

/// A plain client with habits of its own, if any.
pub(crate) fn habits(plain: Client) -> BoxedStrategy<Client> {
    let clock = || weighted(0.2, millis());
    let who = (weighted(0.3, Just("t2")), weighted(0.3, Just("k1")), clock(), clock());
    let who = who.prop_map(|(tenant, company, ahead, behind)| Who {
        tenant: tenant.unwrap_or(Who::TENANT).to_owned(),
        company: company.map(str::to_owned),
        clock_ahead: ahead.unwrap_or_default(),
        clock_behind: behind.unwrap_or_default(),
    });
    let keys = select(vec![
        "a",
        "A",
        " a ",
        "a,b",
        " ",
        "钥匙",
        "01234567-89ab-cdef-0123-456789abcdef",
        "twenty characters or more",
    ]);
    let keys = prop::collection::vec(keys.prop_map(str::to_owned), 0..=4);
    let layers = (
        subsequence(RetryOn::ALL, 0..=5),
        prop::bool::weighted(0.2),
        weighted(0.3, (1..=3_u32, millis()).prop_map(|(attempts, backoff)| Outer { attempts, backoff })),
    );
    let drops = prop_oneof![3 => Just(Vec::new()), 1 => subsequence(DropOn::ALL, 0..=3)];
    let policy = prop_oneof![2 => Just(plain.key), 1 => select(KeyPolicy::ALL)];
    (who, keys, layers, rarely(Persists::ALL), drops, policy)
        .prop_map(move |(who, keys, layers, persists, drops_key_on, key)| {
            let mut client = Client { who, key, persists, drops_key_on, ..plain.clone() };
            if !keys.is_empty() {
                client.keys = keys;
            }
            if let Some(retry) = &mut client.retry {
                (retry.on, retry.survives_reload, retry.outer) = layers;
            }
            client
        })
        .boxed()
}

pub(crate) fn step() -> impl Strategy<Value = Draft> {
    let intent = || select(vec!["i1", "i1", "i2"]).prop_map(str::to_owned);
    let bodies = [
        ("{\"order_id\":1}", false),
        ("{\"order_id\":2}", false),
        ("{\"product\":\"pen\",\"quantity\":1,\"note\":\"x\"}", false),
        ("{\"product\":\"pen\",\"quantity\":1,\"colour\":null}", false),
        BODIES[0],
    ];
    let body = select(bodies.to_vec()).prop_map(|(text, verbatim)| Body { text: text.into(), verbatim });
    let key = weighted(0.3, select(vec!["key-1", "KEY-1", "key-1,b", "a"]).prop_map(str::to_owned));
    let region = weighted(0.3, select(vec!["eu", "us"]).prop_map(str::to_owned));
    let to = select(&Endpoint::ALL[..3]);
    let send = (intent(), weighted(0.8, body), key, to, weighted(0.2, 1..=3_u8), region).prop_map(
        |(intent, body, key, to, replica, region)| Action::Send { intent, body, key, to, replica, region },
    );
    let action = prop_oneof![
        5 => send,
        2 => (intent(), select(AskBy::ALL)).prop_map(|(intent, by)| Action::Ask { intent, by }),
        1 => select(Recipe::ALL).prop_map(Action::Deploy),
    ];
    (prop_oneof![2 => Just(Millis(10)), 3 => millis()], any::<usize>(), action)
        .prop_map(|(after, client, action)| Draft { after, client, action })
}

pub(crate) fn fault() -> impl Strategy<Value = (usize, u32, FaultKind)> {
    let points = || {
        let points = Point::ALL.into_iter().filter(|point| *point != Point::Authenticate);
        select(points.collect::<Vec<_>>())
    };
    let kind = prop_oneof![
        (select(vec![FailAt::BeforeEffect, FailAt::AfterEffect]), 400..=599_u16, any::<bool>())
            .prop_map(|(at, status, raised)| FaultKind::Fail { at, status, raised }),
        (points(), millis(), millis()).prop_map(|(after, restart, loses)| FaultKind::Crash {
            after,
            restart,
            loses
        }),
        Just(FaultKind::Refuse),
        Just(FaultKind::Limit),
        (points(), millis()).prop_map(|(after, length)| FaultKind::Stall { after, length }),
        Just(FaultKind::LoseCommitAck),
        select(ClientMoment::ALL).prop_map(FaultKind::ClientCrash),
        millis().prop_map(|after| FaultKind::Redeliver { after }),
    ];
    (any::<usize>(), 1..=4_u32, kind)
}
