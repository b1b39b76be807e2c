//! What a file expects of its run.

use super::Writer;
use crate::sim::json::write_text;
use crate::sim::scenario::{Expect, ExpectedAnswer, ExpectedBelief, Scenario};

pub(super) fn expect(out: &mut Writer, scenario: &Scenario, expect: &Expect) {
    if let Some(orders) = expect.orders {
        out.number("orders", orders.into());
    }
    for (name, counts) in [("effects", &expect.effects), ("side_effects", &expect.side_effects)] {
        if !counts.is_empty() {
            out.name(name);
            out.object(|out| counts.iter().for_each(|(intent, count)| out.number(intent, (*count).into())));
        }
    }
    if !expect.answers.is_empty() {
        out.name("answers");
        out.object(|out| {
            for (attempt, wanted) in &expect.answers {
                answer(out, &scenario.attempt_name(*attempt), wanted);
            }
        });
    }
    if !expect.beliefs.is_empty() {
        out.name("beliefs");
        out.object(|out| {
            for (client, intent, wanted) in &expect.beliefs {
                let name = [scenario.client_id(*client), "/", intent].concat();
                match wanted {
                    ExpectedBelief::Unknown => out.text(&name, "unknown"),
                    ExpectedBelief::Done(order) => one(out, &name, "done", *order),
                    ExpectedBelief::Refused(status) => one(out, &name, "refused", (*status).into()),
                }
            }
        });
    }
    if let Some(findings) = &expect.findings {
        out.list("findings", findings.iter().map(|finding| finding.name()));
    }
}

fn one(out: &mut Writer, name: &str, field: &str, number: u32) {
    out.name(name);
    out.object(|out| out.number(field, number.into()));
}

fn answer(out: &mut Writer, name: &str, wanted: &ExpectedAnswer) {
    let ExpectedAnswer::Some { status, body_text, replayed } = wanted else {
        return out.text(name, "none");
    };
    out.name(name);
    out.object(|out| {
        if let Some(status) = status {
            out.number("status", (*status).into());
        }
        if let Some(text) = body_text {
            out.name("body_text");
            write_text(text, &mut out.out);
        }
        if let Some(replayed) = replayed {
            out.name("replayed");
            out.out.push_str(if *replayed { "true" } else { "false" });
        }
    });
}
