//! Scenario files, read: JSON text in, a valid [`Scenario`] or one located [`Problem`] out.
//!
//! Everything the format forbids is found here, so that the engine never meets it. It deliberately fixes nothing:
//! unknown names are refused, and only what `rules.md` states has a default. Decided here where it leaves it open:
//! a retry's `backoff` is 1 s, its `factor` 1 and its `on` all three reasons unless given; `jitter` adds up to that
//! much, drawn from `seed` (0). A client that may lose an intent's body in ways that a reader of the file cannot foresee
//! (it persists after the send or later, or has memory only and a fault lets its program die) says it at each send.

use super::json::{self, Located, Member};
use super::limits;
use super::presets::Preset;
use super::problem::{Problem, Wanted};
use super::scenario::{
    Client, DropOn, EffectPlace, Keep, KeyPolicy, Outer, Persists, Point, Provider, ProviderKey, Retry,
    RetryOn, Scenario, Service, Takes, UnknownCall, Who, WriteOrder,
};
use super::time::Millis;

mod build;
mod expect;
mod fields;
mod knobs;
mod script;

use fields::{Fields, Parsed, boolean, count, duration, id, list, members, name, names, text, whole};

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
        script::bodies_after_deaths(fields.required("script")?, &clients, &faults)?;
    }
    let mut expect = None;
    if let Some(value) = fields.get("expect") {
        expect = Some(expect::expect(value, &clients)?);
    }
    Ok(Scenario { title, service, clients, script, faults, expect })
}

fn service(value: &Located) -> Parsed<Service> {
    let known = ["contract", "write_order", "effect", "lease", "takes", "overrides", "build"];
    let fields = Fields::of(value, &known)?;
    let preset = Preset::ALL[name(fields.required("contract")?, Preset::NAMES)?];
    let order =
        WriteOrder::ALL[name(fields.required("write_order")?, &WriteOrder::ALL.map(WriteOrder::name))?];
    let mut service = Service::of(preset, order);
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
        knobs::overrides(value, &mut service)?;
    }
    if let Some(value) = fields.get("build") {
        service.build = build::build(value)?;
    }
    Ok(service)
}

fn effect(value: &Located) -> Parsed<EffectPlace> {
    let fields = Fields::of(value, &["at", "key", "unknown", "remembers", "fenced"])?;
    let at = name(fields.required("at")?, &["ledger", "provider", "both"])?;
    if at == 0 {
        Fields::of(value, &["at"])?;
        return Ok(EffectPlace::Ledger);
    }
    let mut provider = Provider::PLAIN;
    if let Some(value) = fields.get("key") {
        provider.key = ProviderKey::ALL[name(value, ProviderKey::NAMES)?];
    }
    if let Some(value) = fields.get("unknown") {
        provider.unknown = UnknownCall::ALL[name(value, UnknownCall::NAMES)?];
    }
    if let Some(value) = fields.get("remembers") {
        provider.remembers = Some(duration(value)?);
    }
    if let Some(value) = fields.get("fenced") {
        provider.fenced = boolean(value)?;
    }
    Ok(if at == 1 { EffectPlace::Provider(provider) } else { EffectPlace::Both(provider) })
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
    let known = [
        "key",
        "keep",
        "keys",
        "timeout",
        "retry",
        "tenant",
        "company",
        "clock_ahead",
        "clock_behind",
        "persists",
        "drops_key_on",
    ];
    let fields = Fields::of(&member.value, &known)?;
    let policy = KeyPolicy::ALL[name(fields.required("key")?, KeyPolicy::NAMES)?];
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
    let mut persists = Persists::BeforeSend;
    if let Some(value) = fields.get("persists") {
        persists = Persists::ALL[name(value, Persists::NAMES)?];
    }
    let mut drops_key_on = Vec::new();
    if let Some(value) = fields.get("drops_key_on") {
        drops_key_on.extend(names(value, DropOn::NAMES)?.into_iter().map(|index| DropOn::ALL[index]));
    }
    let who = who(&fields)?;
    Ok(Client {
        id: member.name.clone(),
        key: policy,
        keep,
        keys,
        timeout,
        retry: retries,
        who,
        persists,
        drops_key_on,
    })
}

fn who(fields: &Fields<'_>) -> Parsed<Who> {
    let named = |name: &str| -> Parsed<Option<String>> {
        match fields.get(name) {
            Some(value) => {
                id(value.offset, text(value)?)?;
                Ok(Some(text(value)?.to_owned()))
            }
            None => Ok(None),
        }
    };
    Ok(Who {
        tenant: named("tenant")?.unwrap_or_else(|| Who::TENANT.to_owned()),
        company: named("company")?,
        clock_ahead: fields.duration("clock_ahead", Millis::ZERO)?,
        clock_behind: fields.duration("clock_behind", Millis::ZERO)?,
    })
}

fn retry(value: &Located) -> Parsed<Retry> {
    let known = ["attempts", "backoff", "factor", "on", "jitter", "seed", "survives_reload", "outer"];
    let fields = Fields::of(value, &known)?;
    let most = u64::from(limits::SERIES_ATTEMPTS);
    let attempts = whole(fields.required("attempts")?, 1, most)? as u32;
    let on = match fields.get("on") {
        Some(value) => names(value, RetryOn::NAMES)?.into_iter().map(|index| RetryOn::ALL[index]).collect(),
        None => RetryOn::USUAL.to_vec(),
    };
    let mut outer = None;
    if let Some(value) = fields.get("outer") {
        let fields = Fields::of(value, &["attempts", "backoff"])?;
        outer = Some(Outer {
            attempts: whole(fields.required("attempts")?, 1, most)? as u32,
            backoff: fields.duration("backoff", Millis(1_000))?,
        });
    }
    Ok(Retry {
        attempts,
        backoff: fields.duration("backoff", Millis(1_000))?,
        factor: fields.whole("factor", 1, 1, limits::FACTOR)?,
        on,
        jitter: fields.duration("jitter", Millis::ZERO)?,
        seed: fields.whole("seed", 0, 0, u64::from(u32::MAX))?,
        survives_reload: fields.boolean("survives_reload")?,
        outer,
    })
}
