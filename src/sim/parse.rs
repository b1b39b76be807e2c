//! Scenario files, read: JSON text in, a valid [`Scenario`] or one located [`Problem`] out.
//!
//! Everything the format forbids is found here, so that the engine never meets it. It deliberately fixes nothing:
//! unknown names are refused, and only what `rules.md` states has a default. Decided here where it leaves it open:
//! a retry's `backoff` is 1 s, its `factor` 1 and its `on` all three reasons unless given; `jitter` adds up to that
//! much, drawn from `seed` (0).

use super::json::{self, Located, Member, Node};
use super::limits;
use super::problem::{Problem, Wanted};
use super::scenario::{
    Client, EffectPlace, Failures, InFlight, Keep, KeyPolicy, Point, Retry, RetryOn, Scenario, Service,
    Takes, WriteOrder,
};
use super::time::Millis;

mod expect;
mod fields;
mod script;

use fields::{Fields, Parsed, count, duration, id, list, members, name, names, text, whole};

/// Reads a scenario file.
///
/// # Errors
/// The first problem in the order of reading, with its place. Nothing that a text can hold panics or allocates
/// without bound: the text is at most [`limits::FILE_BYTES`] long.
pub fn parse(file: &str) -> Result<Scenario, Problem> {
    let root = document(file).map_err(|fault| fault.locate(file, None))?;
    scenario(&root).map_err(|fault| fault.locate(file, Some(&root)))
}

fn document(file: &str) -> Parsed<Located> {
    if file.len() as u64 > u64::from(limits::FILE_BYTES) {
        return fields::found(0, format!("{} bytes", file.len()), Wanted::FileOfAtMost(limits::FILE_BYTES));
    }
    json::read(file).or_else(|error| fields::wrong(error.offset, Wanted::Json(error.wanted)))
}

fn scenario(root: &Located) -> Parsed<Scenario> {
    let fields = Fields::of(root, &["v", "title", "service", "clients", "script", "faults", "expect"])?;
    whole(fields.required("v")?, 1, 1)?;
    let mut title = Vec::new();
    if let Some(value) = fields.get("title") {
        for member in members(value)? {
            title.push((member.name.clone(), text(&member.value)?.to_owned()));
        }
    }
    let service = service(fields.required("service")?)?;
    let known = fields.required("clients")?;
    let entries = members(known)?;
    count(known, entries.len(), 1, limits::CLIENTS)?;
    let mut clients = Vec::new();
    for member in entries {
        clients.push(client(member)?);
    }
    let script = script::script(fields.required("script")?, &clients)?;
    let mut faults = Vec::new();
    if let Some(value) = fields.get("faults") {
        for item in list(value, 0, limits::FAULTS)? {
            faults.push(script::fault(item, &clients)?);
        }
    }
    let mut expect = None;
    if let Some(value) = fields.get("expect") {
        expect = Some(expect::expect(value, &clients)?);
    }
    Ok(Scenario { title, service, clients, script, faults, expect })
}

fn service(value: &Located) -> Parsed<Service> {
    let known = ["contract", "write_order", "effect", "lease", "takes", "overrides"];
    let fields = Fields::of(value, &known)?;
    name(fields.required("contract")?, &["fixture"])?;
    let orders = WriteOrder::ALL.map(WriteOrder::name);
    let mut service = Service::plain(WriteOrder::ALL[name(fields.required("write_order")?, &orders)?]);
    if let Some(value) = fields.get("effect") {
        service.effect = effect(value)?;
    }
    if let Some(value) = fields.get("lease") {
        service.lease = Some(duration(value)?);
    }
    if let Some(value) = fields.get("takes") {
        takes(value, &mut service.takes)?;
    }
    if let Some(value) = fields.get("overrides") {
        let fields = Fields::of(value, &["retention", "kept_longer", "in_flight", "failures"])?;
        service.retention = fields.duration("retention", service.retention)?;
        service.kept_longer = fields.duration("kept_longer", service.kept_longer)?;
        if let Some(value) = fields.get("in_flight") {
            service.in_flight = in_flight(value)?;
        }
        if let Some(value) = fields.get("failures") {
            let stored = name(value, &["stored", "released"])? == 0;
            service.failures = if stored { Failures::Stored } else { Failures::Released };
        }
    }
    Ok(service)
}

fn in_flight(value: &Located) -> Parsed<InFlight> {
    if let Node::Object(_) = value.node {
        let fields = Fields::of(value, &["wait"])?;
        return Ok(InFlight::Wait(duration(fields.required("wait")?)?));
    }
    name(value, &["reject"]).map(|_| InFlight::Reject)
}

fn effect(value: &Located) -> Parsed<EffectPlace> {
    let fields = Fields::of(value, &["at", "key"])?;
    if name(fields.required("at")?, &["ledger", "provider"])? == 0 {
        Fields::of(value, &["at"])?;
        return Ok(EffectPlace::Ledger);
    }
    let forwarded = match fields.get("key") {
        Some(value) => name(value, &["none", "forwarded"])? == 1,
        None => false,
    };
    Ok(EffectPlace::Provider { forwarded })
}

fn takes(value: &Located, takes: &mut Takes) -> Parsed<()> {
    let mut known = vec!["network"];
    known.extend(Point::ALL.map(Point::name));
    let fields = Fields::of(value, &known)?;
    takes.network = fields.duration("network", takes.network)?;
    for point in Point::ALL {
        takes.points[point as usize] = fields.duration(point.name(), takes.at(point))?;
    }
    Ok(())
}

fn client(member: &Member) -> Parsed<Client> {
    id(member.offset, &member.name)?;
    let fields = Fields::of(&member.value, &["key", "keep", "keys", "timeout", "retry"])?;
    let policies = KeyPolicy::ALL.map(KeyPolicy::name);
    let policy = KeyPolicy::ALL[name(fields.required("key")?, &policies)?];
    let is_durable = name(fields.required("keep")?, &["durable", "memory"])? == 0;
    let mut keys = Vec::new();
    if let Some(value) = fields.get("keys") {
        for item in list(value, 0, limits::ATTEMPTS)? {
            keys.push(fields::key(item)?);
        }
    }
    let timeout = fields.duration("timeout", Client::TIMEOUT)?;
    let mut retries = None;
    if let Some(value) = fields.get("retry") {
        retries = Some(retry(value)?);
    }
    let keep = if is_durable { Keep::Durable } else { Keep::Memory };
    Ok(Client { id: member.name.clone(), key: policy, keep, keys, timeout, retry: retries })
}

fn retry(value: &Located) -> Parsed<Retry> {
    let fields = Fields::of(value, &["attempts", "backoff", "factor", "on", "jitter", "seed"])?;
    let most = u64::from(limits::SERIES_ATTEMPTS);
    let attempts = whole(fields.required("attempts")?, 1, most)? as u32;
    let on = match fields.get("on") {
        Some(value) => {
            let indexes = names(value, &RetryOn::ALL.map(RetryOn::name))?;
            indexes.into_iter().map(|index| RetryOn::ALL[index]).collect()
        }
        None => RetryOn::ALL.to_vec(),
    };
    Ok(Retry {
        attempts,
        backoff: fields.duration("backoff", Millis(1_000))?,
        factor: fields.whole("factor", 1, 1, limits::FACTOR)?,
        on,
        jitter: fields.duration("jitter", Millis::ZERO)?,
        seed: fields.whole("seed", 0, 0, u64::from(u32::MAX))?,
    })
}
