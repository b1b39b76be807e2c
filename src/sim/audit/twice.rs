//! Effects made twice, and why.

use std::ops::Range;

use super::{Found, Why, plain};
use crate::sim::IS_WHOLE;
use crate::sim::project::EffectState;
use crate::sim::run::Run;
use crate::sim::scenario::{EffectPlace, Finding, WriteOrder};
use crate::sim::table::order_by;
use crate::sim::trace::{Event, EventKind, EventSeq, IntentId, RecordKey, Wider};

pub(super) fn effects_twice(run: &Run) -> Vec<Found> {
    let mut found = Vec::new();
    for intent in 0..run.trace.intents.len() as IntentId {
        let two_phases = matches!(run.scenario.service.effect, EffectPlace::Both(_));
        let of_intent = |effect: &&EffectState| effect.intent == intent && !effect.is_lost;
        let (orders, charges, changes) =
            (run.end.orders.iter(), run.end.charges.iter(), run.end.changes.iter());
        let made = |effects: &mut dyn Iterator<Item = &EffectState>| -> Vec<EventSeq> {
            let mut made: Vec<_> = effects.filter(of_intent).map(|effect| effect.made).collect();
            order_by(&mut made, |seq| *seq);
            made
        };
        let mut places = if two_phases {
            vec![made(&mut orders.into_iter()), made(&mut charges.into_iter())]
        } else {
            vec![made(&mut orders.chain(charges))]
        };
        if IS_WHOLE {
            places.push(made(&mut changes.into_iter()));
        }
        let doubled = places.into_iter().find(|made| made.len() > 1);
        if let Some(proof) = doubled
            && let [first, second, ..] = proof[..]
        {
            let (why, deciding) = why_twice(run, first, second);
            let intent = Some(intent);
            found.push(Found { intent, why, deciding, ..plain(Finding::EffectTwice, proof) });
        }
    }
    found
}

/// Names the reason for the second of two effects, and the events that decided it.
fn why_twice(run: &Run, first: EventSeq, second: EventSeq) -> (Option<Why>, Vec<EventSeq>) {
    let events = &run.trace.events;
    let (one, two) = (&events[first as usize], &events[second as usize]);
    let of = |request: Option<u32>| events.iter().filter(move |event| event.request == request);
    let look_up = |request| {
        let is_look_up = |event: &&Event| matches!(event.kind, EventKind::LookedUp { .. });
        of(request).filter(is_look_up).map(|event| event.seq).next_back()
    };
    let between = |want: fn(&EventKind) -> bool, key: Option<RecordKey>| {
        let fits = |event: &&Event| want(&event.kind) && event.record() == key;
        events[..second as usize].iter().filter(fits).map(|event| event.seq).next_back()
    };
    let service = &run.scenario.service;
    if service.write_order == WriteOrder::Ignore {
        return (Some(Why::Ignored), vec![second]);
    }
    if IS_WHOLE && let Some(why) = wider_why(run, one, two, first..second) {
        return why;
    }
    if one.key != two.key {
        let own = one.attempt.map(|a| a.client) != two.attempt.map(|a| a.client);
        let why = if own { Why::OwnKeys } else { Why::NewKey };
        return (Some(why), look_up(two.request).into_iter().collect());
    }
    let expired = between(|kind| matches!(kind, EventKind::Expired), two.record()).filter(|seq| *seq > first);
    if let Some(expired) = expired {
        return (Some(Why::Expiry), vec![expired]);
    }
    // A cause of the second effect lies after the first request's arrival and before the second one's decision.
    let arrived = of(one.request).next().map_or(0, |event| event.seq);
    let decided = look_up(two.request).unwrap_or(second);
    let is_cause = |event: &&Event| (arrived..decided).contains(&event.seq);
    let freed = |event: &&Event| matches!(event.kind, EventKind::Failed { stored: false, .. });
    if let Some(released) = of(one.request).filter(is_cause).find(freed) {
        return (Some(Why::Released), vec![released.seq]);
    }
    let crashed = |event: &&Event| matches!(event.kind, EventKind::Crashed { .. });
    let answered = of(one.request).any(|event| matches!(event.kind, EventKind::Replied { .. }));
    if let Some(crash) = events.iter().filter(is_cause).rfind(crashed).filter(|_| !answered) {
        let out_of_reach = service.write_order.has_transaction() && !run.end.charges.is_empty();
        let (why, seq) = if out_of_reach { (Why::Provider, first) } else { (Why::Crash, crash.seq) };
        return (Some(why), vec![seq]);
    }
    let took_over = |event: &&Event| matches!(event.kind, EventKind::Claimed { took_over: Some(_), .. });
    if let Some(claim) = of(two.request).find(took_over) {
        return (Some(Why::Lease), vec![claim.seq]);
    }
    let from_second = |event: &&Event| matches!(event.kind, EventKind::Claimed { took_over, .. } if took_over.is_some() && took_over == two.attempt);
    if let Some(claim) = of(one.request).find(from_second).filter(|_| IS_WHOLE) {
        return (Some(Why::Late), vec![claim.seq]);
    }
    let looks: Vec<_> = [one.request, two.request].into_iter().filter_map(look_up).collect();
    (Some(Why::Race), looks)
}

/// The reasons that the wider world adds, each with the event that decided it.
fn wider_why(
    run: &Run,
    one: &Event,
    two: &Event,
    between: Range<EventSeq>,
) -> Option<(Option<Why>, Vec<EventSeq>)> {
    let events = &run.trace.events;
    let found = |fits: &dyn Fn(&Event, &Wider) -> bool| {
        let is_it = |event: &&Event| matches!(&event.kind, EventKind::Wider(wider) if fits(event, wider));
        events.iter().find(is_it).map(|event| event.seq)
    };
    let keyless = found(&|event, wider| {
        (event.request == one.request || event.request == two.request)
            && matches!(wider, Wider::Keyless | Wider::KeyGiven | Wider::TreatedAsNew)
    });
    if let Some(seq) = keyless {
        return Some((Some(Why::Keyless), vec![seq]));
    }
    if one.key == two.key && one.scope != two.scope {
        let per_replica = run.scenario.service.build.store == crate::sim::build::RecordStore::PerReplica;
        let why = if per_replica { Why::Replica } else { Why::OtherScope };
        return Some((Some(why), vec![between.end]));
    }
    if one.record() != two.record() {
        return None;
    }
    let cancelled =
        found(&|event, wider| event.request == one.request && matches!(wider, Wider::RecordCancelled));
    if let Some(seq) = cancelled {
        return Some((Some(Why::HungUp), vec![seq]));
    }
    let is_within = |event: &Event| between.contains(&event.seq);
    let forgotten = found(&|event, wider| {
        is_within(event)
            && match wider {
                Wider::Evicted => event.record() == two.record(),
                Wider::Forgotten { .. } | Wider::LostInFailover { .. } => true,
                _ => false,
            }
    });
    if let Some(seq) = forgotten {
        return Some((Some(Why::Forgotten), vec![seq]));
    }
    let swept = found(&|event, wider| {
        event.record() == two.record() && event.seq < between.end && matches!(wider, Wider::Swept { .. })
    });
    if let Some(seq) = swept {
        return Some((Some(Why::Swept), vec![seq]));
    }
    let lagged = matches!(run.scenario.service.build.store, crate::sim::build::RecordStore::Lagging(_));
    let looked = |event: &&Event| {
        event.request == two.request
            && matches!(event.kind, EventKind::LookedUp { found: crate::sim::trace::Found::Nothing, .. })
            && event.seq > between.start
    };
    let seen = events.iter().find(looked).map(|event| event.seq);
    seen.filter(|_| lagged).map(|seq| (Some(Why::Replica), vec![seq]))
}
