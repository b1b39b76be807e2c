//! The `build` of a service.

use super::fields::{Fields, Parsed, duration, members, name, no_repeats};
use crate::sim::build::{
    Build, FailedClaim, Field, Inbox, KeyForm, Limiter, Loser, Mail, MailFrom, Recipe, RecordStore, Unique,
};
use crate::sim::json::{Located, Node};
use crate::sim::limits;
use crate::sim::problem::Wanted;

const KNOWN: [&str; 16] = [
    "running_first",
    "limiter",
    "failed_claim",
    "unique",
    "loser",
    "record_needs_client",
    "recipe",
    "fields",
    "key_form",
    "replicas",
    "store",
    "volatile",
    "forgets_after",
    "sweeper",
    "proxy",
    "mail",
];

pub(super) fn build(value: &Located) -> Parsed<Build> {
    let fields = Fields::of(value, &KNOWN)?;
    let time = |name: &str| fields.get(name).map(duration).transpose();
    let most = u64::from(limits::REPLICAS);
    Ok(Build {
        running_first: fields.boolean("running_first")?,
        limiter: Limiter::ALL[fields.one_of("limiter", Limiter::NAMES)?],
        failed_claim: FailedClaim::ALL[fields.one_of("failed_claim", FailedClaim::NAMES)?],
        unique: Unique::ALL[fields.one_of("unique", Unique::NAMES)?],
        loser: Loser::ALL[fields.one_of("loser", Loser::NAMES)?],
        record_needs_client: fields.boolean("record_needs_client")?,
        recipe: Recipe::ALL[fields.one_of("recipe", Recipe::NAMES)?],
        fields: fields.get("fields").map_or(Ok(Vec::new()), further)?,
        key_form: KeyForm::ALL[fields.one_of("key_form", KeyForm::NAMES)?],
        replicas: fields.whole("replicas", 1, 1, most)? as u8,
        store: fields.get("store").map_or(Ok(RecordStore::Shared), store)?,
        volatile: fields.boolean("volatile")?,
        forgets_after: time("forgets_after")?,
        sweeper: time("sweeper")?,
        proxy: time("proxy")?,
        mail: fields.get("mail").map(mail).transpose()?,
    })
}

fn store(value: &Located) -> Parsed<RecordStore> {
    if let Node::Object(_) = value.node {
        let fields = Fields::of(value, &["lag"])?;
        return Ok(RecordStore::Lagging(duration(fields.required("lag")?)?));
    }
    Ok([RecordStore::Shared, RecordStore::PerReplica][name(value, &["shared", "per-replica"])?])
}

fn further(value: &Located) -> Parsed<Vec<Field>> {
    let entries = members(value)?;
    super::count(value, entries.len(), 0, limits::FIELDS)?;
    let mut further = Vec::new();
    for member in entries {
        super::id(member.offset, &member.name)?;
        if ["product", "quantity"].contains(&member.name.as_str()) {
            return super::fields::found(member.offset, format!("\"{}\"", member.name), Wanted::Once);
        }
        let fields = Fields::of(&member.value, &["volatile", "default"])?;
        let mut default = None;
        if let Some(value) = fields.get("default") {
            no_repeats(value)?;
            let mut text = String::new();
            value.node.write(&mut text);
            default = Some(text);
        }
        let volatile = fields.boolean("volatile")?;
        further.push(Field { name: member.name.clone(), volatile, default });
    }
    Ok(further)
}

fn mail(value: &Located) -> Parsed<Mail> {
    let fields = Fields::of(value, &["from", "inbox", "remembers", "relay"])?;
    let from = MailFrom::ALL[name(fields.required("from")?, MailFrom::NAMES)?];
    if from == MailFrom::Handler {
        Fields::of(value, &["from"])?;
    }
    Ok(Mail {
        from,
        inbox: Inbox::ALL[fields.one_of("inbox", Inbox::NAMES)?],
        remembers: fields.get("remembers").map(duration).transpose()?,
        relay: fields.duration("relay", Mail::RELAY)?,
    })
}
