//! Random valid scenarios, as values: few keys, few intents and close times, so that requests meet. Plain ones are what
//! the first lessons' world can hold; the wider world's parts are in [`crate::generator_wider`].

use std::collections::BTreeSet;
use std::rc::Rc;

use expect_test::expect;
use idempotency_explainer::sim::contract::{InFlight, Store};
use idempotency_explainer::sim::limits;
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::scenario::{
    Action, AttemptId, Body, Client, Direction, EffectPlace, Endpoint, FailAt, Fault, FaultKind, Keep,
    KeyPolicy, Persists, Point, Provider, ProviderKey, Retry, RetryOn, Scenario, Service, Step, Takes, Who,
    WriteOrder,
};
use idempotency_explainer::sim::time::Millis;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::generator_wider as wider;

/// Any valid scenario without an `expect`.
///
/// Boxed, as the other large strategies are: a test's stack has no room for all of them unfolded.
pub(crate) fn scenarios() -> BoxedStrategy<Scenario> {
    let clients = prop::collection::vec(client().prop_flat_map(wider::habits), 1..=3);
    let steps = prop::collection::vec(prop_oneof![2 => step(), 1 => wider::step()], 0..=14);
    let faults = prop::collection::vec(prop_oneof![2 => fault(), 1 => wider::fault()], 0..=8);
    (service().prop_flat_map(wider::service), clients, steps, faults, title())
        .prop_map(|(service, clients, steps, faults, title)| {
            assemble(service, clients, &steps, &faults, title)
        })
        .boxed()
}

/// Scenarios of the fixture as the first lessons know it: nothing built otherwise, none of the wider world's habits,
/// steps and faults.
pub(crate) fn plain_scenarios() -> BoxedStrategy<Scenario> {
    let clients = prop::collection::vec(client(), 1..=3);
    (
        service(),
        clients,
        prop::collection::vec(step(), 0..=14),
        prop::collection::vec(fault(), 0..=8),
        title(),
    )
        .prop_map(|(service, clients, steps, faults, title)| {
            assemble(service, clients, &steps, &faults, title)
        })
        .boxed()
}

/// Plain scenarios of one write order and effect place.
pub(crate) fn scenarios_of(order: WriteOrder, effect: EffectPlace) -> impl Strategy<Value = Scenario> {
    plain_scenarios().prop_map(move |mut scenario| {
        scenario.service.write_order = order;
        scenario.service.effect = effect;
        scenario
    })
}

pub(crate) fn millis() -> impl Strategy<Value = Millis> {
    const NAMED: [u64; 11] = [0, 1, 30, 40, 80, 200, 1_000, 3_000, 60_000, 3_600_000, 86_400_000];
    prop_oneof![6 => select(&NAMED[..]).prop_map(Millis), 3 => (0..400_u64).prop_map(Millis), 1 => (0..=limits::HORIZON.0).prop_map(Millis)]
}

fn title() -> impl Strategy<Value = Vec<(String, String)>> {
    let text = "[ -~\u{4e00}-\u{4e20}\"\\\\\n]{0,12}";
    prop_oneof![
        Just(Vec::new()),
        text.prop_map(|text| vec![("zh".to_owned(), text.clone()), ("en".to_owned(), text)])
    ]
}

fn service() -> impl Strategy<Value = Service> {
    let effect = select(vec![
        EffectPlace::Ledger,
        EffectPlace::Ledger,
        EffectPlace::Provider(Provider::PLAIN),
        EffectPlace::Provider(Provider { key: ProviderKey::Forwarded, ..Provider::PLAIN }),
    ]);
    let in_flight = prop_oneof![Just(InFlight::Reject), millis().prop_map(InFlight::Wait)];
    let retention = prop_oneof![2 => Just(Millis(86_400_000)), 3 => millis()];
    let kept_longer = prop_oneof![2 => Just(Millis::ZERO), 1 => millis()];
    let failures = select(Store::ALL);
    (
        select(&WriteOrder::ALL[..]),
        effect,
        prop::option::of(millis()),
        retention,
        kept_longer,
        in_flight,
        failures,
        takes(),
    )
        .prop_map(|(write_order, effect, lease, retention, kept_longer, in_flight, failures, takes)| {
            let mut service = Service { effect, lease, kept_longer, takes, ..Service::plain(write_order) };
            service.promise(retention);
            service.meet(in_flight);
            service.keep_failures(failures);
            service
        })
}

fn takes() -> impl Strategy<Value = Takes> {
    let some = (millis(), prop::array::uniform9(prop_oneof![3 => Just(Millis::ZERO), 1 => millis()]));
    prop_oneof![Just(Takes::DEFAULT), some.prop_map(|(network, points)| Takes { network, points })]
}

fn client() -> impl Strategy<Value = Client> {
    let keys = prop::collection::vec("[a-c]|key-[1-3]|钥匙", 0..=3);
    let timeout = prop_oneof![2 => Just(Millis(2_000)), 1 => millis()];
    let retry = (
        1..=6_u32,
        millis(),
        1..=4_u64,
        subsequence(&RetryOn::USUAL[..], 0..=3),
        prop::option::of(millis()),
        any::<u32>(),
    )
        .prop_map(|(attempts, backoff, factor, on, jitter, seed)| {
            let (jitter, seed) = jitter
                .filter(|jitter| jitter.0 > 0)
                .map_or((Millis::ZERO, 0), |jitter| (jitter, seed.into()));
            Retry { attempts, backoff, factor, on, jitter, seed, survives_reload: false, outer: None }
        });
    let keep = select(vec![Keep::Durable, Keep::Memory]);
    (select(&KeyPolicy::ALL[..4]), keep, keys, timeout, prop::option::of(retry)).prop_map(
        |(key, keep, keys, timeout, retry)| Client {
            id: String::new(),
            key,
            keep,
            keys,
            timeout,
            retry,
            who: Who::default(),
            persists: Persists::BeforeSend,
            drops_key_on: Vec::new(),
        },
    )
}

/// A step before its client and its time are known.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub(crate) after: Millis,
    pub(crate) client: usize,
    pub(crate) action: Action,
}

pub(crate) const BODIES: [(&str, bool); 6] = [
    ("{\"product\":\"pen\",\"quantity\":1}", false),
    ("{\"quantity\":1,\"product\":\"pen\"}", false),
    ("{\"product\":\"pen\",\"quantity\":2}", false),
    ("{ \"product\":\"pen\", \"quantity\":1 }", true),
    ("{\"product\":\"\",\"quantity\":0}", false),
    ("\\ not JSON, 笔", true),
];

fn step() -> impl Strategy<Value = Draft> {
    let body = select(&BODIES[..]).prop_map(|(text, verbatim)| Body { text: text.into(), verbatim });
    let intent = select(vec!["i1", "i1", "i2"]).prop_map(str::to_owned);
    let key = prop::option::weighted(0.15, select(vec!["key-1", "a", "k"]).prop_map(str::to_owned));
    let send = (intent, prop::option::of(body), key).prop_map(|(intent, body, key)| Action::Send {
        intent,
        body,
        key,
        to: Endpoint::Create,
        replica: None,
        region: None,
    });
    let action = prop_oneof![10 => send, 1 => Just(Action::Reload), 1 => Just(Action::Wait)];
    (prop_oneof![2 => Just(Millis(10)), 3 => millis()], any::<usize>(), action)
        .prop_map(|(after, client, action)| Draft { after, client, action })
}

fn fault() -> impl Strategy<Value = (usize, u32, FaultKind)> {
    let direction = || select(vec![Direction::Request, Direction::Response]);
    let points: Vec<_> = Point::ALL.into_iter().filter(|point| *point != Point::Authenticate).collect();
    let kind = prop_oneof![
        direction().prop_map(FaultKind::Lose),
        (direction(), millis()).prop_map(|(message, by)| FaultKind::Delay { message, by }),
        millis().prop_map(|after| FaultKind::Duplicate { after }),
        (select(vec![FailAt::BeforeEffect, FailAt::AfterEffect]), 500..=599_u16)
            .prop_map(|(at, status)| FaultKind::Fail { at, status, raised: false }),
        (select(points), millis()).prop_map(|(after, restart)| FaultKind::Crash {
            after,
            restart,
            loses: Millis::ZERO
        }),
    ];
    (any::<usize>(), 1..=4_u32, kind)
}

/// Puts drafts in time order, gives every send a body where its client has none, and aims the faults.
fn assemble(
    service: Service,
    mut clients: Vec<Client>,
    drafts: &[Draft],
    faults: &[(usize, u32, FaultKind)],
    title: Vec<(String, String)>,
) -> Scenario {
    for (n, client) in clients.iter_mut().enumerate() {
        client.id = format!("c{}", n + 1);
    }
    let aimed = faults.iter().map(|(client, number, kind)| Fault {
        of: AttemptId { client: (client % clients.len()) as u8, number: *number },
        kind: *kind,
    });
    let faults: Vec<_> = aimed.collect();
    // Clients that say the body at each send: a reader of the file cannot foresee whether they have it.
    let may_die = |index: usize| {
        faults.iter().any(|fault| {
            usize::from(fault.of.client) == index && matches!(fault.kind, FaultKind::ClientCrash(_))
        })
    };
    let forgets = |(index, client): (usize, &Client)| {
        client.persists != Persists::BeforeSend || (client.keep == Keep::Memory && may_die(index))
    };
    let forgetful: Vec<_> = clients.iter().enumerate().map(forgets).collect();
    let (mut at, mut with_body, mut script) = (Millis::ZERO, Vec::new(), Vec::new());
    for draft in drafts {
        at = at.plus(draft.after).min(limits::HORIZON);
        let client = draft.client % clients.len();
        let mut action = draft.action.clone();
        match &mut action {
            Action::Send { intent, body, .. } => {
                let known = (client, intent.clone());
                if !with_body.contains(&known) || forgetful[client] {
                    body.get_or_insert_with(|| Body { text: Rc::from(BODIES[0].0), verbatim: false });
                    with_body.push(known);
                }
            }
            Action::Reload if clients[client].keep == Keep::Memory => {
                with_body.retain(|(whose, _)| *whose != client)
            }
            _ => {}
        }
        let client = if matches!(action, Action::Deploy(_)) { 0 } else { client as u8 };
        script.push(Step { at, client, action });
    }
    Scenario { title, service, faults, clients, script, expect: None }
}

/// The kinds of events in so many runs of a strategy's scenarios.
fn kinds_of_events(runs: u32, scenarios: impl Strategy<Value = Scenario>) -> String {
    let mut runner = TestRunner::deterministic();
    let mut seen = BTreeSet::new();
    for _ in 0..runs {
        let scenario = scenarios.new_tree(&mut runner).expect("a scenario").current();
        for event in Run::of(Rc::new(scenario)).trace.events {
            let words = format!("{:?}", event.kind);
            let words = words.strip_prefix("Wider(").unwrap_or(&words);
            seen.insert(words.split([' ', '{', ')']).next().unwrap_or_default().to_owned());
        }
    }
    seen.into_iter().collect::<Vec<_>>().join(" ")
}

/// The generator is broad: in its runs every event occurs (a provider that refuses a claim is too rare for so few), and
/// in the plain ones none of the wider world's.
#[test]
fn every_event_occurs() {
    expect!["Arrived ArrivedWhileDown Assumed BeliefForgotten Believed Claimed ClientCrashed Collided CommitUnknown Committed ConnectionRefused Crashed Delayed Deployed EffectMade EffectWritten Evicted Expired Failed FencedOut Forgotten GatewayTimeout GatewayTooLate GoesOn Heard HeardTooLate HungUp InboxKnew IntentForgotten IntentRecovered Invalid KeptLonger KeyDropped KeyGiven KeyMade KeyRefused KeyStored Keyless LeaseEnded LimitReached Looked LookedUp Lost LostInFailover Mailed NoSuchOrder NotSettled NothingToChange OutboxWritten OutsideWindow ParkedForPerson PhaseDone PromiseBegins ProviderAsked ProviderEffect ProviderKnewKey RateLimited RecordCancelled RecordWritten Recorded Relayed Released Reloaded Replied Restarted Resumed RetryPlanned RolledBack Sent SeriesPlanned Spent Stalled StateChanged Swept TimePassed TimedOut TreatedAsNew Validated WaitedOut Waiting"].assert_eq(&kinds_of_events(4_000, scenarios()));
    expect!["Arrived ArrivedWhileDown Believed Claimed Committed Crashed Delayed EffectMade EffectWritten Expired Failed FencedOut Heard HeardTooLate IntentForgotten IntentRecovered Invalid KeptLonger KeyMade KeyStored LeaseEnded LimitReached LookedUp Lost NotSettled ProviderEffect ProviderKnewKey RecordWritten Recorded Released Reloaded Replied Restarted RetryPlanned RolledBack Sent TimePassed TimedOut Validated WaitedOut Waiting"].assert_eq(&kinds_of_events(1_500, plain_scenarios()));
}
