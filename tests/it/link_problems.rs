//! What is wrong with a link, word for word: each a sound link after one edit.

use expect_test::{Expect, expect};
use idempotency_explainer::app::link::{self, Fault, LinkProblem, Opened, Trouble};

/// One fault in a line.
fn line(fault: &Fault) -> String {
    let trouble = match &fault.trouble {
        Trouble::Scenario(problem) => {
            format!("{}: found {}, wanted {}", problem.path, problem.found, problem.wanted)
        }
        other => format!("{other:?}"),
    };
    format!("  {} [{}] {trouble}\n", fault.statement, fault.text)
}

fn told(read: &Result<Opened, LinkProblem>) -> String {
    match read {
        Ok(_) => "  opens\n".to_owned(),
        Err(problem) => {
            let rest = if problem.rest.is_some() { "  the rest opens\n" } else { "" };
            problem.faults.iter().map(line).collect::<String>() + rest
        }
    }
}

/// A link without a fault.
pub(crate) const SOUND: &str = "r1~en~at3~w.fixture.one-transaction~c.c1.per-intent.durable.K1~s.0.c1.send.i1.order.pen.2~s.30s.c1.send.i1~f.lose.response.c1-1";

fn check(edits: &[(&str, &str)], wanted: Expect) {
    assert!(link::read(SOUND).is_ok(), "{}", told(&link::read(SOUND)));
    let mut out = String::new();
    for (from, to) in edits {
        let edited = SOUND.replacen(from, to, 1);
        assert_ne!(edited, SOUND, "{from} is there");
        out += &format!("{from} -> {to}\n{}", told(&link::read(&edited)));
    }
    wanted.assert_eq(&out);
}

#[test]
fn what_is_wrong_is_told_by_statement() {
    check(
        &[
            ("r1~", "r2~"),
            ("r1~", "R1~"),
            ("~en", "~fr"),
            ("~en", "~en~zh"),
            ("~at3", "~at99999999999"),
            ("~at3", "~at3~b.at3.s.0.c1.reload"),
            ("~at3", "~x.1"),
            ("~at3", "~"),
            ("~at3", "~d12"),
            ("~at3", "~m.0.abc"),
            ("~at3", "~m.1.ab"),
            ("~at3", "~end.1"),
            ("~at3", "~service.lease.soon"),
            ("~at3", "~service.leases.1s"),
            ("~at3", "~service.contract.stripe-v1"),
            ("~at3", "~title.1.2.3.4.5.6.7.8.9"),
            ("~at3", "~expect.beliefs.c1"),
            ("~at3", "~expect.answers.c1-1.body._7b"),
            ("~at3", "~expect.answers.c9-1.none"),
            ("w.fixture", "w.fixtures"),
            ("w.fixture.one-transaction~", ""),
            ("w.fixture.one-transaction", "w.fixture"),
            ("c.c1.per-intent.durable.K1", "c.c1.per-intent"),
            ("durable.K1", "durable._4"),
            ("durable.K1", "durable._ff"),
            ("durable.K1", "durable.(K1)"),
            ("durable.K1", "durable.K%201"),
            ("send.i1.order.pen.2", "send"),
            ("send.i1.order.pen.2", "send.i1"),
            ("order.pen.2", "order.pen"),
            ("order.pen.2", "order.pen.2.kee.x"),
            ("order.pen.2", "order.pen.2.key"),
            ("order.pen.2", "json._7b"),
            ("order.pen.2", "order.pen.2.text.x"),
            ("s.30s.c1", "s.30s.c2"),
            ("s.30s", "s.30"),
            ("s.0.", "s.1h."),
            ("s.30s.c1.send.i1", "s.30s.c1.sends"),
            ("f.lose", "f.loose"),
            ("f.lose.response.c1-1", "f.lose.response"),
            ("response.c1-1", "response.c1"),
        ],
        expect![[r#"
            r1~ -> r2~
              1 [r2] Version
            r1~ -> R1~
              1 [R1] Version
            ~en -> ~fr
              2 [fr] Unknown
              the rest opens
            ~en -> ~en~zh
              3 [zh] Twice
              the rest opens
            ~at3 -> ~at99999999999
              3 [at99999999999] Shape("atEVENTS")
              the rest opens
            ~at3 -> ~at3~b.at3.s.0.c1.reload
              4 [b.at3.s.0.c1.reload] Branch
              the rest opens
            ~at3 -> ~x.1
              3 [x.1] Unknown
              the rest opens
            ~at3 -> ~
              3 [] Unknown
              the rest opens
            ~at3 -> ~d12
              3 [d12] Unknown
              the rest opens
            ~at3 -> ~m.0.abc
              3 [m.0.abc] Shape("m.EVENTS.SUMS")
              the rest opens
            ~at3 -> ~m.1.ab
              3 [m.1.ab] Shape("m.EVENTS.SUMS")
              the rest opens
            ~at3 -> ~end.1
              3 [end.1] Shape("end.ORDERS.EFFECTS.FINDING…")
              the rest opens
            ~at3 -> ~service.lease.soon
              3 [service.lease.soon] service.lease: found "soon", wanted a duration such as "250ms", "30s", "10m", "24h" or "60d", at most 60d
              the rest opens
            ~at3 -> ~service.leases.1s
              3 [service.leases.1s] service: found "leases", wanted a known field: "contract", "write_order", "effect", "lease", "takes", "overrides", "build"
              the rest opens
            ~at3 -> ~service.contract.stripe-v1
              4 [w.fixture.one-transaction] Twice
              3 [service.contract.stripe-v1] service: found an object without it, wanted the field "write_order"
            ~at3 -> ~title.1.2.3.4.5.6.7.8.9
              3 [title.1.2.3.4.5.6.7.8.9] Shape("FIELD.FIELD.VALUE")
              the rest opens
            ~at3 -> ~expect.beliefs.c1
              3 [expect.beliefs.c1] expect.beliefs: found "c1", wanted an object
              the rest opens
            ~at3 -> ~expect.answers.c1-1.body._7b
              3 [expect.answers.c1-1.body._7b] Json(Name)
              the rest opens
            ~at3 -> ~expect.answers.c9-1.none
              3 [expect.answers.c9-1.none] expect.answers.c9#1: found "c9#1", wanted an attempt such as "c1#1" (clients: "c1")
              the rest opens
            w.fixture -> w.fixtures
              4 [w.fixtures.one-transaction] service.contract: found "fixtures", wanted one of "fixture", "stripe-v1", "stripe-v2", "aws-ec2", "ietf-draft-07", "lambda-powertools", "rocket-rides-atomic", "gocardless", "azure-acs-email", "paypal-orders-v2", "adyen", "square-create-payment", "google-aip-155", "shopify-admin"
            w.fixture.one-transaction~ -> 
              0 [] (file): found an object without it, wanted the field "service"
            w.fixture.one-transaction -> w.fixture
              4 [w.fixture] Shape("w.CONTRACT.WRITE-ORDER")
            c.c1.per-intent.durable.K1 -> c.c1.per-intent
              5 [c.c1.per-intent] Shape("c.CLIENT.KEYS-MADE.KEPT.KEY…")
            durable.K1 -> durable._4
              5 [c.c1.per-intent.durable._4] Escape
            durable.K1 -> durable._ff
              5 [c.c1.per-intent.durable._ff] Escape
            durable.K1 -> durable.(K1)
              5 [c.c1.per-intent.durable.(K1)] Character('(')
            durable.K1 -> durable.K%201
              5 [c.c1.per-intent.durable.K%201] Character('%')
            send.i1.order.pen.2 -> send
              6 [s.0.c1.send] Shape("s.TIME.CLIENT.send.INTENT…")
              7 [s.30s.c1.send.i1] script[0]: found a send of "i1" without a body, wanted a "body" or "body_text": this client has no body for this intent at this step
              the rest opens
            send.i1.order.pen.2 -> send.i1
              6 [s.0.c1.send.i1] script[0]: found a send of "i1" without a body, wanted a "body" or "body_text": this client has no body for this intent at this step
              7 [s.30s.c1.send.i1] script[0]: found a send of "i1" without a body, wanted a "body" or "body_text": this client has no body for this intent at this step
              the rest opens
            order.pen.2 -> order.pen
              6 [s.0.c1.send.i1.order.pen] Shape("order.PRODUCT.QUANTITY")
              7 [s.30s.c1.send.i1] script[0]: found a send of "i1" without a body, wanted a "body" or "body_text": this client has no body for this intent at this step
              the rest opens
            order.pen.2 -> order.pen.2.kee.x
              6 [s.0.c1.send.i1.order.pen.2.kee.x] script[0]: found "kee", wanted a known field: "at", "client", "do", "intent", "body", "body_text", "key", "to", "replica", "region", "by", "recipe"
              7 [s.30s.c1.send.i1] script[0]: found a send of "i1" without a body, wanted a "body" or "body_text": this client has no body for this intent at this step
              the rest opens
            order.pen.2 -> order.pen.2.key
              6 [s.0.c1.send.i1.order.pen.2.key] Shape("NAME.VALUE")
              7 [s.30s.c1.send.i1] script[0]: found a send of "i1" without a body, wanted a "body" or "body_text": this client has no body for this intent at this step
              the rest opens
            order.pen.2 -> json._7b
              6 [s.0.c1.send.i1.json._7b] Json(Name)
              7 [s.30s.c1.send.i1] script[0]: found a send of "i1" without a body, wanted a "body" or "body_text": this client has no body for this intent at this step
              the rest opens
            order.pen.2 -> order.pen.2.text.x
              6 [s.0.c1.send.i1.order.pen.2.text.x] script[0].body_text: found both, wanted "body" or "body_text", not both
              7 [s.30s.c1.send.i1] script[0]: found a send of "i1" without a body, wanted a "body" or "body_text": this client has no body for this intent at this step
              the rest opens
            s.30s.c1 -> s.30s.c2
              7 [s.30s.c2.send.i1] script[1].client: found "c2", wanted a client of this file: "c1"
              the rest opens
            s.30s -> s.30
              7 [s.30.c1.send.i1] script[1].at: found "30", wanted a duration such as "250ms", "30s", "10m", "24h" or "60d", at most 60d
              the rest opens
            s.0. -> s.1h.
              7 [s.30s.c1.send.i1] script[1].at: found "30s", wanted a time not before that of the step above
              the rest opens
            s.30s.c1.send.i1 -> s.30s.c1.sends
              7 [s.30s.c1.sends] script[1].do: found "sends", wanted one of "send", "reload", "wait", "ask", "deploy"
              the rest opens
            f.lose -> f.loose
              8 [f.loose.response.c1-1] faults[0]: found "loose", wanted a known field: "lose", "delay", "duplicate", "fail", "crash", "refuse", "limit", "stall", "crash_client", "redeliver", "of", "by", "after", "status", "restart", "raised", "loses", "for"
              the rest opens
            f.lose.response.c1-1 -> f.lose.response
              8 [f.lose.response] Shape("f.FAULT.WHAT.CLIENT-ATTEMPT…")
              the rest opens
            response.c1-1 -> response.c1
              8 [f.lose.response.c1] faults[0].of: found "c1", wanted an attempt such as "c1#1" (clients: "c1")
              the rest opens
        "#]],
    );
}
