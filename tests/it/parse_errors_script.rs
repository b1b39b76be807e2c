//! What is wrong with a script, a fault or an expectation, word for word.

use expect_test::expect;

use crate::parse_errors::check;

#[test]
fn script() {
    check(
        &[
            ("\"at\": \"10s\"", "\"at\": \"21s\""),
            ("\"at\": \"10s\"", "\"at\": \"-10s\""),
            ("\"at\": \"10s\"", "\"at\": \"1.5s\""),
            ("\"at\": \"10s\"", "\"at\": \"61d\""),
            ("\"at\": \"10s\"", "\"at\": \"99999999999999999999d\""),
            ("\"at\": \"10s\", ", ""),
            ("\"client\": \"c2\", \"do\": \"send\"", "\"client\": \"c3\", \"do\": \"send\""),
            ("\"client\": \"c2\", \"do\": \"send\"", "\"client\": \"other\", \"do\": \"send\""),
            ("\"do\": \"reload\"", "\"do\": \"relaod\""),
            ("\"do\": \"reload\"", "\"do\": \"reload\", \"intent\": \"i1\""),
            ("\"do\": \"wait\"", "\"do\": \"wait\", \"body\": {}"),
            ("\"intent\": \"i2\", ", ""),
            ("\"intent\": \"i2\"", "\"intent\": \"i/2\""),
            ("\"intent\": \"i2\"", "\"intents\": \"i2\""),
            ("\"key\": \"literal\"", "\"key\": \"\""),
            ("\"key\": \"literal\"", "\"key\": \"literal\", \"key\": \"literal\""),
            ("\"quantity\": 2}", "\"quantity\": 2}, \"body_text\": \"\""),
            ("\"quantity\": 2}", "\"quantity\": 2, \"quantity\": 2}"),
            ("\"quantity\": 2}", "\"quantity\": {\"a\": [{\"b\": 1, \"b\": 2}]}}"),
            ("\"body_text\": \"{", "\"body_text\": {\"a\": \"{"),
            ("\"body_text\": \"{\\\"product\\\":\\\"pen\\\",\\\"quantity\\\":1}\"", "\"body_text\": 1"),
        ],
        expect![[r#"
            line 25, column 12, script[2].at: found "20s", wanted a time not before that of the step above
            line 24, column 12, script[1].at: found "-10s", wanted a duration such as "250ms", "30s", "10m", "24h" or "60d", at most 60d
            line 24, column 12, script[1].at: found "1.5s", wanted a duration such as "250ms", "30s", "10m", "24h" or "60d", at most 60d
            line 24, column 12, script[1].at: found "61d", wanted a duration such as "250ms", "30s", "10m", "24h" or "60d", at most 60d
            line 24, column 12, script[1].at: found "99999999999999999999d", wanted a duration such as "250ms", "30s", "10m", "24h" or "60d", at most 60d
            line 24, column 5, script[1]: found an object without it, wanted the field "at"
            line 26, column 29, script[3].client: found "c3", wanted a client of this file: "c1", "c2" (did you mean "c1"?)
            line 26, column 29, script[3].client: found "other", wanted a client of this file: "c1", "c2"
            line 24, column 41, script[1].do: found "relaod", wanted one of "send", "reload", "wait", "ask", "deploy" (did you mean "reload"?)
            line 24, column 51, script[1]: found "intent", wanted a known field: "at", "client", "do"
            line 27, column 48, script[4]: found "body", wanted a known field: "at", "client", "do"
            line 26, column 5, script[3]: found an object without it, wanted the field "intent"
            line 26, column 59, script[3].intent: found "i/2", wanted an id of 1 to 32 letters, digits, "-" or "_"
            line 26, column 49, script[3]: found "intents", wanted a known field: "at", "client", "do", "intent", "body", "body_text", "key", "to", "replica", "region", "by", "recipe" (did you mean "intent"?)
            line 25, column 72, script[2].key: found "", wanted a string of 1 to 255 characters
            line 25, column 83, script[2]: found "key" again, wanted each name once
            line 23, column 119, script[0].body_text: found both, wanted "body" or "body_text", not both
            line 23, column 105, script[0].body: found "quantity" again, wanted each name once
            line 23, column 118, script[0].body.quantity.a[0]: found "b" again, wanted each name once
            line 27, column 5, (file): found an object, wanted JSON: a name in quotes
            line 26, column 78, script[3].body_text: found 1, wanted a string
        "#]],
    );
}

#[test]
fn faults() {
    check(
        &[
            ("\"lose\": \"response\"", "\"lose\": \"reply\""),
            ("\"lose\"", "\"loose\""),
            ("\"lose\": \"response\", ", ""),
            ("\"of\": \"c1#1\"", "\"of\": \"c1#0\""),
            ("\"of\": \"c1#1\"", "\"of\": \"c1#01\""),
            ("\"of\": \"c1#1\"", "\"of\": \"c1#+1\""),
            ("\"of\": \"c1#1\"", "\"of\": \"c1#65\""),
            ("\"of\": \"c1#1\"", "\"of\": \"c3#1\""),
            ("\"of\": \"c1#1\"", "\"of\": \"c1\""),
            ("\"of\": \"c1#1\"", "\"of\": 1"),
            (", \"of\": \"c1#1\"", ""),
            (", \"by\": \"1m\"", ""),
            (", \"by\": \"1m\"", ", \"after\": \"1m\""),
            ("\"duplicate\": \"request\"", "\"duplicate\": \"response\""),
            ("\"fail\": \"after-effect\"", "\"fail\": \"after-claim\""),
            ("\"status\": 503", "\"status\": 399"),
            ("\"status\": 503", "\"status\": 600"),
            ("\"crash\": \"after-look-up\"", "\"crash\": \"after-authenticate\""),
            ("\"crash\": \"after-look-up\"", "\"crash\": \"after-lookup\""),
            (", \"restart\": \"2s\"", ""),
            ("\"of\": \"c1#4\", ", "\"of\": \"c1#4\", \"lose\": \"request\", "),
        ],
        expect![[r#"
            line 30, column 14, faults[0].lose: found "reply", wanted one of "request", "response", "commit-ack"
            line 30, column 6, faults[0]: found "loose", wanted a known field: "lose", "delay", "duplicate", "fail", "crash", "refuse", "limit", "stall", "crash_client", "redeliver", "of", "by", "after", "status", "restart", "raised", "loses", "for" (did you mean "lose"?)
            line 30, column 5, faults[0]: found a fault without a kind, wanted a known field: "lose", "delay", "duplicate", "fail", "crash", "refuse", "limit", "stall", "crash_client", "redeliver"
            line 30, column 32, faults[0].of: found "c1#0", wanted an attempt such as "c1#1" (clients: "c1", "c2")
            line 30, column 32, faults[0].of: found "c1#01", wanted an attempt such as "c1#1" (clients: "c1", "c2")
            line 30, column 32, faults[0].of: found "c1#+1", wanted an attempt such as "c1#1" (clients: "c1", "c2")
            line 30, column 32, faults[0].of: found "c1#65", wanted an attempt such as "c1#1" (clients: "c1", "c2")
            line 30, column 32, faults[0].of: found "c3#1", wanted an attempt such as "c1#1" (clients: "c1", "c2")
            line 30, column 32, faults[0].of: found "c1", wanted an attempt such as "c1#1" (clients: "c1", "c2")
            line 30, column 32, faults[0].of: found 1, wanted a string
            line 30, column 5, faults[0]: found an object without it, wanted the field "of"
            line 31, column 5, faults[1]: found an object without it, wanted the field "by"
            line 31, column 40, faults[1]: found "after", wanted a known field: "delay", "of", "by"
            line 32, column 19, faults[2].duplicate: found "response", wanted one of "request"
            line 33, column 14, faults[3].fail: found "after-claim", wanted one of "before-effect", "after-effect"
            line 33, column 54, faults[3].status: found 399, wanted a whole number from 400 to 599
            line 33, column 54, faults[3].status: found 600, wanted a whole number from 400 to 599
            line 34, column 15, faults[4].crash: found "after-authenticate", wanted one of "after-receive", "after-validate", "after-look-up", "after-claim", "after-effect", "after-record", "after-commit", "after-respond"
            line 34, column 15, faults[4].crash: found "after-lookup", wanted one of "after-receive", "after-validate", "after-look-up", "after-claim", "after-effect", "after-record", "after-commit", "after-respond" (did you mean "after-look-up"?)
            line 34, column 5, faults[4]: found an object without it, wanted the field "restart"
            line 34, column 6, faults[4]: found "crash", wanted a known field: "lose", "of"
        "#]],
    );
}

#[test]
fn expectations() {
    check(
        &[
            ("\"orders\": 0", "\"orders\": -1"),
            ("\"orders\": 0", "\"orders\": 4097"),
            ("\"orders\": 0", "\"order\": 0"),
            ("{\"i1\": 1, \"i2\": 1}", "{\"i1\": 1, \"i1\": 1}"),
            ("{\"i1\": 1, \"i2\": 1}", "{\"i 1\": 1}"),
            ("{\"i1\": 1, \"i2\": 1}", "[1, 1]"),
            ("{\"c1#1\": \"none\"", "{\"c1#1\": \"nothing\""),
            ("{\"c1#1\": \"none\"", "{\"c9#1\": \"none\""),
            ("\"status\": 201,", "\"status\": 20,"),
            ("\"replayed\": false", "\"replayed\": \"no\""),
            ("\"replayed\": false", "\"replayed\": false, \"body_text\": \"\""),
            ("\"replayed\": false", "\"replay\": false"),
            ("\"c1/i1\": \"unknown\"", "\"c1/i1\": \"unsure\""),
            ("\"c1/i1\": \"unknown\"", "\"c1-i1\": \"unknown\""),
            ("\"c1/i1\": \"unknown\"", "\"c1/i 1\": \"unknown\""),
            ("{\"done\": 2}", "{\"done\": 2, \"refused\": 400}"),
            ("{\"done\": 2}", "{}"),
            ("{\"done\": 2}", "{\"done\": 0}"),
            ("{\"done\": 2}", "{\"refused\": 99}"),
            ("\"stuck\"]", "\"stucked\"]"),
            ("\"stuck\"]", "\"effect-twice\"]"),
        ],
        expect![[r#"
            line 37, column 15, expect.orders: found -1, wanted a whole number from 0 to 4096
            line 37, column 15, expect.orders: found 4097, wanted a whole number from 0 to 4096
            line 37, column 5, expect: found "order", wanted a known field: "orders", "effects", "side_effects", "answers", "beliefs", "findings" (did you mean "orders"?)
            line 38, column 26, expect.effects: found "i1" again, wanted each name once
            line 38, column 17, expect.effects.i 1: found "i 1", wanted an id of 1 to 32 letters, digits, "-" or "_"
            line 38, column 16, expect.effects: found an array, wanted an object
            line 39, column 25, expect.answers.c1#1: found "nothing", wanted one of "none"
            line 39, column 17, expect.answers.c9#1: found "c9#1", wanted an attempt such as "c1#1" (clients: "c1", "c2")
            line 39, column 52, expect.answers.c2#1.status: found 20, wanted a whole number from 100 to 599
            line 39, column 94, expect.answers.c2#1.replayed: found "no", wanted true or false
            line 39, column 114, expect.answers.c2#1.body_text: found both, wanted "body" or "body_text", not both
            line 39, column 82, expect.answers.c2#1: found "replay", wanted a known field: "status", "body", "body_text", "replayed" (did you mean "replayed"?)
            line 40, column 26, expect.beliefs.c1/i1: found "unsure", wanted one of "unknown"
            line 40, column 17, expect.beliefs.c1-i1: found "c1-i1", wanted CLIENT/INTENT such as "c1/i1" (clients: "c1", "c2")
            line 40, column 17, expect.beliefs.c1/i 1: found "c1/i 1", wanted an id of 1 to 32 letters, digits, "-" or "_"
            line 40, column 69, expect.beliefs.c2/i2.refused: found both, wanted "done" or "refused", not both
            line 40, column 46, expect.beliefs.c2/i2: found an object without it, wanted the field "done"
            line 40, column 55, expect.beliefs.c2/i2.done: found 0, wanted a whole number from 1 to 4096
            line 40, column 58, expect.beliefs.c2/i2.refused: found 99, wanted a whole number from 100 to 599
            line 41, column 34, expect.findings[1]: found "stucked", wanted one of "effect-lost", "effect-twice", "false-belief", "foreign-answer", "never-finishes", "replay-differs", "side-effect-twice", "stuck", "two-final-outcomes", "wrong-operation"
            line 41, column 34, expect.findings[1]: found "effect-twice", wanted each name once
        "#]],
    );
}
