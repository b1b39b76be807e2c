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
    Client, Contract, EffectPlace, Failures, InFlight, Keep, KeyPolicy, Point, Retry, RetryOn, Scenario,
    Service, Takes, WriteOrder,
};
use super::time::Millis;

mod expect;
mod fields;
mod script;

use fields::Reader;

type Parsed<T> = Result<T, Problem>;

/// Reads a scenario file.
///
/// # Errors
/// The first problem in the order of reading, with its place. Nothing that a text can hold panics or allocates
/// without bound: the text is at most [`limits::FILE_BYTES`] long.
pub fn parse(text: &str) -> Parsed<Scenario> {
    let reader = Reader { text };
    if text.len() as u64 > u64::from(limits::FILE_BYTES) {
        let found = format!("{} bytes", text.len());
        return Err(reader.problem(0, "(file)", &found, Wanted::FileOfAtMost(limits::FILE_BYTES)));
    }
    let root = json::read(text).map_err(|error| {
        reader.problem(error.offset, "(file)", &reader.glimpse(error.offset), Wanted::Json(error.message))
    })?;
    let known = ["v", "title", "service", "clients", "script", "faults", "expect"];
    let fields = reader.fields("", &root, &known)?;
    reader.whole(&fields.path("v"), fields.required("v")?, 1, 1)?;
    let title = match fields.get("title") {
        Some(value) => titles(&reader, value)?,
        None => Vec::new(),
    };
    let service = service(&reader, fields.required("service")?)?;
    let clients = clients(&reader, fields.required("clients")?)?;
    let script = script::script(&reader, fields.required("script")?, &clients)?;
    let faults = match fields.get("faults") {
        Some(value) => script::faults(&reader, value, &clients)?,
        None => Vec::new(),
    };
    let expect = match fields.get("expect") {
        Some(value) => Some(expect::expect(&reader, value, &clients)?),
        None => None,
    };
    Ok(Scenario { title, service, clients, script, faults, expect })
}

fn titles(reader: &Reader<'_>, value: &Located) -> Parsed<Vec<(String, String)>> {
    let members = reader.members("title", value)?;
    let read = |member: &Member| {
        let path = format!("title.{}", member.name);
        reader.text(&path, &member.value).map(|text| (member.name.clone(), text.to_owned()))
    };
    members.iter().map(read).collect()
}

fn service(reader: &Reader<'_>, value: &Located) -> Parsed<Service> {
    let known = ["contract", "write_order", "effect", "lease", "takes", "overrides"];
    let fields = reader.fields("service", value, &known)?;
    reader.name(&fields.path("contract"), fields.required("contract")?, &[("fixture", Contract::Fixture)])?;
    let orders = WriteOrder::ALL.map(|order| (order.name(), order));
    let write_order = reader.name(&fields.path("write_order"), fields.required("write_order")?, &orders)?;
    let effect = match fields.get("effect") {
        Some(value) => effect(reader, value)?,
        None => EffectPlace::Ledger,
    };
    let lease = fields.get("lease").map(|value| reader.duration(&fields.path("lease"), value)).transpose()?;
    let takes = match fields.get("takes") {
        Some(value) => takes(reader, value)?,
        None => Takes::DEFAULT,
    };
    let mut service = Service {
        contract: Contract::Fixture,
        write_order,
        effect,
        lease,
        retention: Millis(24 * 3_600_000),
        kept_longer: Millis::ZERO,
        in_flight: InFlight::Reject,
        failures: Failures::Stored,
        takes,
    };
    if let Some(value) = fields.get("overrides") {
        overrides(reader, value, &mut service)?;
    }
    Ok(service)
}

fn overrides(reader: &Reader<'_>, value: &Located, service: &mut Service) -> Parsed<()> {
    let known = ["retention", "kept_longer", "in_flight", "failures"];
    let fields = reader.fields("service.overrides", value, &known)?;
    if let Some(value) = fields.get("retention") {
        service.retention = reader.duration(&fields.path("retention"), value)?;
    }
    if let Some(value) = fields.get("kept_longer") {
        service.kept_longer = reader.duration(&fields.path("kept_longer"), value)?;
    }
    if let Some(value) = fields.get("in_flight") {
        let path = fields.path("in_flight");
        service.in_flight = if let Node::Object(_) = value.node {
            let fields = reader.fields(&path, value, &["wait"])?;
            InFlight::Wait(reader.duration(&fields.path("wait"), fields.required("wait")?)?)
        } else {
            reader.name(&path, value, &[("reject", InFlight::Reject)])?
        };
    }
    if let Some(value) = fields.get("failures") {
        let names = [("stored", Failures::Stored), ("released", Failures::Released)];
        service.failures = reader.name(&fields.path("failures"), value, &names)?;
    }
    Ok(())
}

fn effect(reader: &Reader<'_>, value: &Located) -> Parsed<EffectPlace> {
    let fields = reader.fields("service.effect", value, &["at", "key"])?;
    let at_provider =
        reader.name(&fields.path("at"), fields.required("at")?, &[("ledger", false), ("provider", true)])?;
    if !at_provider {
        reader.fields("service.effect", value, &["at"])?;
        return Ok(EffectPlace::Ledger);
    }
    let names = [("none", false), ("forwarded", true)];
    let forwarded = match fields.get("key") {
        Some(value) => reader.name(&fields.path("key"), value, &names)?,
        None => false,
    };
    Ok(EffectPlace::Provider { forwarded })
}

fn takes(reader: &Reader<'_>, value: &Located) -> Parsed<Takes> {
    let mut known = vec!["network"];
    known.extend(Point::ALL.map(Point::name));
    let fields = reader.fields("service.takes", value, &known)?;
    let mut takes = Takes::DEFAULT;
    if let Some(value) = fields.get("network") {
        takes.network = reader.duration(&fields.path("network"), value)?;
    }
    for point in Point::ALL {
        if let Some(value) = fields.get(point.name()) {
            takes.points[point as usize] = reader.duration(&fields.path(point.name()), value)?;
        }
    }
    Ok(takes)
}

fn clients(reader: &Reader<'_>, value: &Located) -> Parsed<Vec<Client>> {
    let members = reader.members("clients", value)?;
    reader.count("clients", value, members.len(), 1, limits::CLIENTS)?;
    members.iter().map(|member| client(reader, member)).collect()
}

fn client(reader: &Reader<'_>, member: &Member) -> Parsed<Client> {
    let path = format!("clients.{}", member.name);
    reader.id(&path, member.offset, &member.name)?;
    let fields = reader.fields(&path, &member.value, &["key", "keep", "keys", "timeout", "retry"])?;
    let policies = KeyPolicy::ALL.map(|policy| (policy.name(), policy));
    let key = reader.name(&fields.path("key"), fields.required("key")?, &policies)?;
    let keeps = [("durable", Keep::Durable), ("memory", Keep::Memory)];
    let keep = reader.name(&fields.path("keep"), fields.required("keep")?, &keeps)?;
    let mut keys = Vec::new();
    if let Some(value) = fields.get("keys") {
        let items = reader.list(&fields.path("keys"), value)?;
        reader.count(&fields.path("keys"), value, items.len(), 0, limits::ATTEMPTS)?;
        for (n, item) in items.iter().enumerate() {
            keys.push(reader.key(&format!("{}[{n}]", fields.path("keys")), item)?);
        }
    }
    let timeout = match fields.get("timeout") {
        Some(value) => reader.duration(&fields.path("timeout"), value)?,
        None => Millis(2_000),
    };
    let retry = fields.get("retry").map(|value| retry(reader, &fields.path("retry"), value)).transpose()?;
    Ok(Client { id: member.name.clone(), key, keep, keys, timeout, retry })
}

fn retry(reader: &Reader<'_>, path: &str, value: &Located) -> Parsed<Retry> {
    let fields = reader.fields(path, value, &["attempts", "backoff", "factor", "on", "jitter", "seed"])?;
    let most = u64::from(limits::SERIES_ATTEMPTS);
    let attempts = reader.whole(&fields.path("attempts"), fields.required("attempts")?, 1, most)? as u32;
    let duration = |name: &str, default: Millis| {
        fields.get(name).map_or(Ok(default), |value| reader.duration(&fields.path(name), value))
    };
    let whole = |name: &str, default: u64, least: u64, most: u64| {
        fields.get(name).map_or(Ok(default), |value| reader.whole(&fields.path(name), value, least, most))
    };
    let reasons = RetryOn::ALL.map(|reason| (reason.name(), reason));
    let mut on = Vec::new();
    if let Some(value) = fields.get("on") {
        for (n, item) in reader.list(&fields.path("on"), value)?.iter().enumerate() {
            let path = format!("{}[{n}]", fields.path("on"));
            let reason = reader.name(&path, item, &reasons)?;
            if on.contains(&reason) {
                return Err(reader.problem(item.offset, &path, &reader.glimpse(item.offset), Wanted::Once));
            }
            on.push(reason);
        }
    } else {
        on.extend(RetryOn::ALL);
    }
    Ok(Retry {
        attempts,
        backoff: duration("backoff", Millis(1_000))?,
        factor: whole("factor", 1, 1, limits::FACTOR)?,
        on,
        jitter: duration("jitter", Millis::ZERO)?,
        seed: whole("seed", 0, 0, u64::from(u32::MAX))?,
    })
}

fn client_ids(clients: &[Client]) -> Vec<String> {
    clients.iter().map(|client| client.id.clone()).collect()
}
