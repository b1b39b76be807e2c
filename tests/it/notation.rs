//! A one-line notation for scenarios, so that tables read as a specification.
//!
//! A line has up to four parts, `service | script | faults | clients`, and goes through the real parser:
//!
//! - service: a write order and any of `as=PRESET lease=D effect=D network=D wait=D retention=D kept=D released provider
//!   forwarded derived`, `POINT=D` for another point's duration, and `over.FIELD=V`, `build.FIELD=V`, `effect.FIELD=V` for
//!   any field of the overrides, the build or the effect, also a field in a field (`over.replay.mode=verbatim`). A
//!   value is a number, `true`, JSON that begins with a bracket, or text;
//! - script, split by `;`: `TIME [CLIENT] INTENT [BODY] [key=K] [to=ENDPOINT] [replica=N] [region=R]`, `TIME [CLIENT]
//!   reload|wait`, `TIME [CLIENT] ask INTENT key|order` or `TIME deploy RECIPE`. A body is a quantity (`2`), one with its
//!   fields swapped (`~2`), an order's number (`#1`), JSON with further fields (`+{…}`) or raw text without blanks (`{…}`).
//!   In a key, `_` stands for a blank;
//! - faults, split by `;`: `lose response c1#1`, `delay request c1#1 D`, `duplicate c1#1 D`, `fail after-effect c1#1
//!   [STATUS] [raised]`, `crash after-claim c1#1 D [LOSES]`, `refuse c1#1`, `limit c1#1`, `stall after-claim c1#1 D`,
//!   `lose commit-ack c1#1`, `die after-send c1#1`, `redeliver c1#1 D`;
//! - clients, split by `;`: `ID POLICY KEEP [timeout=D] [keys=a,b] [retry=ATTEMPTS,BACKOFF,FACTOR,ON+ON] [queue]
//!   [outer=ATTEMPTS,BACKOFF] [tenant=T] [company=K] [ahead=D] [behind=D] [persists=MOMENT] [drops=ON+ON]`. Without this
//!   part there is one, `c1 per-intent durable`.

use serde_json::{Map, Value, json};

/// The scenario file that a line of the notation stands for.
pub(crate) fn text(line: &str) -> String {
    let mut parts = line.split('|').map(str::trim);
    let service = service(parts.next().unwrap_or_default());
    let script = list(parts.next().unwrap_or_default(), step);
    let faults = list(parts.next().unwrap_or_default(), fault);
    let clients = parts.next().unwrap_or("c1 per-intent durable");
    let clients = list(clients, client);
    format!(
        "{{\"v\":1,\"service\":{service},\"clients\":{{{clients}}},\"script\":[{script}],\"faults\":[{faults}]}}"
    )
}

fn list(part: &str, item: fn(&str) -> String) -> String {
    let items = part.split(';').map(str::trim).filter(|text| !text.is_empty());
    items.map(item).collect::<Vec<_>>().join(",")
}

fn service(part: &str) -> String {
    let mut words = part.split_whitespace();
    let mut file = json!({"contract": "fixture", "write_order": words.next().unwrap_or_default()});
    for word in words {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        match name {
            "as" => put(&mut file, "contract", json!(value)),
            "lease" => put(&mut file, "lease", json!(value)),
            "wait" => put(&mut file, "overrides.in_flight.wait", json!(value)),
            "retention" => put(&mut file, "overrides.retention", json!(value)),
            "kept" => put(&mut file, "overrides.kept_longer", json!(value)),
            "released" => put(&mut file, "overrides.failures", json!("released")),
            "provider" => put(&mut file, "effect", json!({"at": "provider", "key": "none"})),
            "forwarded" | "derived" => put(&mut file, "effect", json!({"at": "provider", "key": name})),
            _ => match name.split_once('.') {
                Some(("over", path)) => put(&mut file, &format!("overrides.{path}"), meant(value)),
                Some(("build" | "effect", _)) => put(&mut file, name, meant(value)),
                None if !value.is_empty() => put(&mut file, &format!("takes.{name}"), json!(value)),
                _ => panic!("unknown word {word} in {part}"),
            },
        }
    }
    file.to_string()
}

/// Sets a field in a field.
fn put(file: &mut Value, path: &str, value: Value) {
    let mut at = file;
    for name in path.split('.') {
        if !at.is_object() {
            *at = Value::Object(Map::new());
        }
        at = &mut at[name];
    }
    *at = value;
}

fn meant(value: &str) -> Value {
    let is_json = value.starts_with(['[', '{', '"']) || value == "true" || value.parse::<u32>().is_ok();
    if is_json { serde_json::from_str(value).unwrap_or_else(|_| panic!("{value}")) } else { json!(value) }
}

fn step(part: &str) -> String {
    let mut words = part.split_whitespace().peekable();
    let at = words.next().map_or("", |at| if at == "0" { "0ms" } else { at });
    let client = words.next_if(|word| word.starts_with('c')).unwrap_or("c1");
    let head = format!("{{\"at\":\"{at}\",\"client\":\"{client}\"");
    let what = words.next().unwrap_or_default();
    let mut word = || words.next().unwrap_or_default();
    match what {
        "reload" | "wait" => return format!("{head},\"do\":\"{what}\"}}"),
        "deploy" => return format!("{{\"at\":\"{at}\",\"do\":\"deploy\",\"recipe\":\"{}\"}}", word()),
        "ask" => {
            let (intent, by) = (word(), word());
            return format!("{head},\"do\":\"ask\",\"intent\":\"{intent}\",\"by\":\"{by}\"}}");
        }
        _ => {}
    }
    let mut rest = String::new();
    for word in words {
        let (name, value) = word.split_once('=').unwrap_or(("", ""));
        rest += &match (name, word.split_at(1)) {
            ("key", _) => format!(",\"key\":{}", json!(value.replace('_', " "))),
            ("replica", _) => format!(",\"replica\":{value}"),
            ("to" | "region", _) => format!(",\"{name}\":\"{value}\""),
            (_, ("~", n)) => format!(",\"body\":{{\"quantity\":{n},\"product\":\"notebook\"}}"),
            (_, ("#", n)) => format!(",\"body\":{{\"order_id\":{n}}}"),
            (_, ("+", more)) => {
                let more = more.trim_start_matches('{');
                format!(",\"body\":{{\"product\":\"notebook\",\"quantity\":2,{more}")
            }
            (_, ("{", _)) => format!(",\"body_text\":{}", json!(word)),
            _ => format!(",\"body\":{{\"product\":\"notebook\",\"quantity\":{word}}}"),
        };
    }
    format!("{head},\"do\":\"send\",\"intent\":\"{what}\"{rest}}}")
}

fn fault(part: &str) -> String {
    let words: Vec<_> = part.split_whitespace().collect();
    let fault = match words[..] {
        ["lose", message, of] => json!({"lose": message, "of": of}),
        ["delay", message, of, by] => json!({"delay": message, "of": of, "by": by}),
        ["duplicate", of, after] => json!({"duplicate": "request", "of": of, "after": after}),
        ["fail", at, of] => json!({"fail": at, "of": of}),
        ["fail", at, of, "raised"] => json!({"fail": at, "of": of, "raised": true}),
        ["fail", at, of, status] => json!({"fail": at, "of": of, "status": meant(status)}),
        ["fail", at, of, status, "raised"] => {
            json!({"fail": at, "of": of, "status": meant(status), "raised": true})
        }
        ["crash", after, of, restart] => json!({"crash": after, "of": of, "restart": restart}),
        ["crash", after, of, restart, loses] => {
            json!({"crash": after, "of": of, "restart": restart, "loses": loses})
        }
        ["refuse", of] => json!({"refuse": "connection", "of": of}),
        ["limit", of] => json!({"limit": "request", "of": of}),
        ["stall", after, of, length] => json!({"stall": after, "of": of, "for": length}),
        ["die", moment, of] => json!({"crash_client": moment, "of": of}),
        ["redeliver", of, after] => json!({"redeliver": "message", "of": of, "after": after}),
        _ => panic!("unknown fault {part}"),
    };
    fault.to_string()
}

fn client(part: &str) -> String {
    let mut words = part.split_whitespace();
    let mut word = || words.next().unwrap_or_default();
    let (id, key, keep) = (word(), word(), word());
    let mut file = json!({"key": key, "keep": keep});
    for word in words {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let listed = |separator| json!(value.split(separator).collect::<Vec<_>>());
        match name {
            "timeout" | "tenant" | "company" | "persists" => put(&mut file, name, json!(value)),
            "ahead" | "behind" => put(&mut file, &format!("clock_{name}"), json!(value)),
            "drops" => put(&mut file, "drops_key_on", listed('+')),
            "keys" => put(&mut file, "keys", listed(',')),
            "queue" => put(&mut file, "retry.survives_reload", json!(true)),
            "retry" => {
                let words: Vec<_> = value.split(',').collect();
                let [attempts, backoff, factor, on] = words[..] else { panic!("retry: {value}") };
                let on: Vec<_> = on.split('+').collect();
                let (attempts, factor) = (meant(attempts), meant(factor));
                file["retry"] = json!({"attempts": attempts, "backoff": backoff, "factor": factor, "on": on});
            }
            "outer" => {
                let (attempts, backoff) = value.split_once(',').unwrap_or((value, "1s"));
                put(&mut file, "retry.outer", json!({"attempts": meant(attempts), "backoff": backoff}));
            }
            _ => panic!("unknown word {word} in {part}"),
        }
    }
    format!("\"{id}\":{file}")
}
