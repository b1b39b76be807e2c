//! The `expect` of a scenario file.

use super::Parsed;
use super::fields::Reader;
use super::script::{body_text, ids};
use crate::sim::json::{Located, Node};
use crate::sim::limits;
use crate::sim::problem::Wanted;
use crate::sim::scenario::{Client, Expect, ExpectedAnswer, ExpectedBelief, Finding};

pub(super) fn expect(reader: &Reader<'_>, value: &Located, clients: &[Client]) -> Parsed<Expect> {
    let fields = reader.fields("expect", value, &["orders", "effects", "answers", "beliefs", "findings"])?;
    let count = |path: &str, value: &Located| {
        reader.whole(path, value, 0, u64::from(limits::EVENTS)).map(|count| count as u32)
    };
    let mut expect = Expect::default();
    if let Some(value) = fields.get("orders") {
        expect.orders = Some(count(&fields.path("orders"), value)?);
    }
    if let Some(value) = fields.get("effects") {
        let path = fields.path("effects");
        for member in reader.members(&path, value)? {
            let path = format!("{path}.{}", member.name);
            reader.id(&path, member.offset, &member.name)?;
            expect.effects.push((member.name.clone(), count(&path, &member.value)?));
        }
    }
    if let Some(value) = fields.get("answers") {
        let path = fields.path("answers");
        for member in reader.members(&path, value)? {
            let path = format!("{path}.{}", member.name);
            let attempt = reader.attempt(&path, member.offset, &member.name, clients)?;
            expect.answers.push((attempt, answer(reader, &path, &member.value)?));
        }
    }
    if let Some(value) = fields.get("beliefs") {
        let path = fields.path("beliefs");
        for member in reader.members(&path, value)? {
            let path = format!("{path}.{}", member.name);
            let split = member.name.split_once('/').and_then(|(id, intent)| {
                clients.iter().position(|client| client.id == id).map(|index| (index as u8, intent))
            });
            let Some((client, intent)) = split else {
                let found = format!("\"{}\"", member.name);
                return Err(reader.problem(member.offset, &path, &found, Wanted::BeliefName(ids(clients))));
            };
            reader.id(&path, member.offset, intent)?;
            expect.beliefs.push((client, intent.to_owned(), belief(reader, &path, &member.value)?));
        }
    }
    if let Some(value) = fields.get("findings") {
        let path = fields.path("findings");
        let names = Finding::ALL.map(|finding| (finding.name(), finding));
        let mut findings = Vec::new();
        for (n, item) in reader.list(&path, value)?.iter().enumerate() {
            let path = format!("{path}[{n}]");
            let finding = reader.name(&path, item, &names)?;
            if findings.contains(&finding) {
                return Err(reader.problem(item.offset, &path, &reader.glimpse(item.offset), Wanted::Once));
            }
            findings.push(finding);
        }
        findings.sort();
        expect.findings = Some(findings);
    }
    Ok(expect)
}

fn answer(reader: &Reader<'_>, path: &str, value: &Located) -> Parsed<ExpectedAnswer> {
    if let Node::Text(_) = value.node {
        return reader.name(path, value, &[("none", ())]).map(|()| ExpectedAnswer::None);
    }
    let fields = reader.fields(path, value, &["status", "body", "body_text", "replayed"])?;
    let status = fields.get("status").map(|value| reader.whole(&fields.path("status"), value, 100, 599));
    let replayed = fields.get("replayed").map(|value| reader.bool(&fields.path("replayed"), value));
    Ok(ExpectedAnswer::Some {
        status: status.transpose()?.map(|status| status as u16),
        body_text: body_text(reader, &fields)?.map(|(text, _)| text),
        replayed: replayed.transpose()?,
    })
}

fn belief(reader: &Reader<'_>, path: &str, value: &Located) -> Parsed<ExpectedBelief> {
    if let Node::Text(_) = value.node {
        return reader.name(path, value, &[("unknown", ExpectedBelief::Unknown)]);
    }
    let fields = reader.fields(path, value, &["done", "refused"])?;
    match (fields.get("done"), fields.get("refused")) {
        (Some(_), Some(value)) => {
            let wanted = Wanted::NotBoth("done", "refused");
            Err(reader.problem(value.offset, &fields.path("refused"), "both", wanted))
        }
        (None, Some(value)) => {
            let status = reader.whole(&fields.path("refused"), value, 100, 599)?;
            Ok(ExpectedBelief::Refused(status as u16))
        }
        _ => {
            let most = u64::from(limits::EVENTS);
            let order = reader.whole(&fields.path("done"), fields.required("done")?, 1, most)?;
            Ok(ExpectedBelief::Done(order as u32))
        }
    }
}
