//! The `expect` of a scenario file.

use super::fields::{Fields, Parsed, attempt, belief_name, boolean, found, id, members, name, names, whole};
use super::script::body_text;
use crate::sim::json::{Located, Node};
use crate::sim::limits;
use crate::sim::problem::Wanted;
use crate::sim::scenario::{Client, Expect, ExpectedAnswer, ExpectedBelief, Finding};
use crate::sim::table::order_by;

const MOST: u64 = limits::EVENTS as u64;

pub(super) fn expect(value: &Located, clients: &[Client]) -> Parsed<Expect> {
    let fields = Fields::of(value, &["orders", "effects", "side_effects", "answers", "beliefs", "findings"])?;
    let mut expect = Expect::default();
    if let Some(value) = fields.get("orders") {
        expect.orders = Some(whole(value, 0, MOST)? as u32);
    }
    if let Some(value) = fields.get("effects") {
        expect.effects = counts(value)?;
    }
    if let Some(value) = fields.get("side_effects") {
        expect.side_effects = counts(value)?;
    }
    if let Some(value) = fields.get("answers") {
        for member in members(value)? {
            let attempt = attempt(member.offset, &member.name, clients)?;
            expect.answers.push((attempt, answer(&member.value)?));
        }
    }
    if let Some(value) = fields.get("beliefs") {
        for member in members(value)? {
            let (client, intent) = belief_name(member.offset, &member.name, clients)?;
            id(member.offset, intent)?;
            expect.beliefs.push((client, intent.to_owned(), belief(&member.value)?));
        }
    }
    if let Some(value) = fields.get("findings") {
        let indexes = names(value, Finding::NAMES)?;
        let mut findings: Vec<Finding> = indexes.into_iter().map(|index| Finding::ALL[index]).collect();
        order_by(&mut findings, |finding| *finding as u32);
        expect.findings = Some(findings);
    }
    Ok(expect)
}

/// Numbers by intent id.
fn counts(value: &Located) -> Parsed<Vec<(String, u32)>> {
    let mut counts = Vec::new();
    for member in members(value)? {
        id(member.offset, &member.name)?;
        counts.push((member.name.clone(), whole(&member.value, 0, MOST)? as u32));
    }
    Ok(counts)
}

fn answer(value: &Located) -> Parsed<ExpectedAnswer> {
    if let Node::Text(_) = value.node {
        return name(value, &["none"]).map(|_| ExpectedAnswer::None);
    }
    let fields = Fields::of(value, &["status", "body", "body_text", "replayed"])?;
    let mut status = None;
    if let Some(value) = fields.get("status") {
        status = Some(whole(value, 100, 599)? as u16);
    }
    let mut replayed = None;
    if let Some(value) = fields.get("replayed") {
        replayed = Some(boolean(value)?);
    }
    Ok(ExpectedAnswer::Some { status, body_text: body_text(&fields)?.map(|(text, _)| text), replayed })
}

fn belief(value: &Located) -> Parsed<ExpectedBelief> {
    if let Node::Text(_) = value.node {
        return name(value, &["unknown"]).map(|_| ExpectedBelief::Unknown);
    }
    let fields = Fields::of(value, &["done", "refused"])?;
    match (fields.get("done"), fields.get("refused")) {
        (Some(_), Some(value)) => found(value.offset, "both".to_owned(), Wanted::NotBoth("done", "refused")),
        (None, Some(value)) => Ok(ExpectedBelief::Refused(whole(value, 100, 599)? as u16)),
        _ => Ok(ExpectedBelief::Done(whole(fields.required("done")?, 1, MOST)? as u32)),
    }
}
