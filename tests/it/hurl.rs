//! Exported `.hurl` files, really run: `hurl` sends them to a server that answers as the run does, built on the engine.
//!
//! Needs `hurl` on the PATH, so that these tests run only when they are asked for: `scripts/test hurl`.

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::rc::Rc;

use idempotency_explainer::app::export::plan::{self, Entry, Judged, Part};
use idempotency_explainer::app::export::{Format, Values, export};
use idempotency_explainer::app::text::Language;
use idempotency_explainer::sim::build::Build;
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::presets::Preset;
use idempotency_explainer::sim::run::Run;
use idempotency_explainer::sim::scenario::{EffectPlace, Service, WriteOrder};
use idempotency_explainer::sim::time::Millis;

use idempotency_explainer::sim::write::write;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use crate::generator::scenarios;
use crate::hurl_server::Api;
use crate::support::{incident_files, run, scenario_files};

/// The scenario files and the incidents.
fn runs() -> Vec<(String, Run)> {
    let files = scenario_files().into_iter().chain(incident_files());
    files.map(|(name, text)| (name, Run::of(Rc::new(parse(&text).expect("valid"))))).collect()
}

/// Runs the file against an API: whether hurl was content, what it said, and what was wrong with its requests.
fn hurl(name: &str, text: &str, run: &Run, api: &Api) -> (bool, String, Vec<String>) {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.hurl"));
    std::fs::write(&path, text).expect("written");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let mut command = Command::new("hurl");
    command.args(["--test", "--no-color", "--error-format", "short"]);
    command.args(["--variable", &format!("base_url=http://127.0.0.1:{port}")]);
    let mut tenants: Vec<&str> = Vec::new();
    for client in &run.scenario.clients {
        if !tenants.contains(&client.who.tenant.as_str()) {
            tenants.push(&client.who.tenant);
        }
    }
    for (n, tenant) in tenants.iter().enumerate() {
        command.args(["--variable", &format!("token_{}={tenant}", n + 1)]);
    }
    // An environment's proxy is not for this machine itself.
    command.env("NO_PROXY", "127.0.0.1").env("no_proxy", "127.0.0.1");
    let mut child =
        command.arg(&path).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("hurl is there");
    let wrong = api.serve(&listener, &mut child);
    let output = child.wait_with_output().expect("it ended");
    (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned(), wrong)
}

fn file(run: &Run, n: usize) -> String {
    export(Format::Hurl, Language::ALL[n % 2], run, Values::Redacted).text
}

/// The run's contract, soundly built, as somebody would who has only read the contract.
fn sound(run: &Run) -> Service {
    let own = &run.scenario.service;
    Service {
        write_order: WriteOrder::ClaimThenCommit,
        effect: EffectPlace::Ledger,
        // None of its requests is cut off, so that no claim needs an end.
        lease: None,
        kept_longer: Millis::ZERO,
        build: Build { fields: own.build.fields.clone(), ..Build::default() },
        ..own.clone()
    }
}

/// Whether a test demands something that the run's own service does not do.
fn finds_something(plan: &[Entry]) -> bool {
    plan.iter().any(|entry| match &entry.part {
        Part::Sent(sent) => sent.judged == Judged::AsPromised && !sent.needs_pause,
        Part::Left(_) => false,
    })
}

/// A service that keeps its contract passes every file, with and without the requests that need a pause.
#[test]
#[ignore = "needs hurl: scripts/test hurl"]
fn a_sound_service_passes() {
    let mut wrong = Vec::new();
    for (n, (name, run)) in runs().iter().enumerate() {
        let plan = plan::of(run);
        let whole = file(run, n);
        let unskipped = whole.replace("skip: true\n", "");
        for (skips, text) in [(true, &whole), (false, &unskipped)] {
            if !skips && *text == whole {
                continue;
            }
            let api = Api::of(run, &plan, Some(sound(run)), skips);
            let (passed, said, problems) = hurl(&format!("sound-{name}"), text, run, &api);
            if !passed || !problems.is_empty() {
                wrong.push(format!("{name} {skips}: {problems:?}\n{said}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} files:\n{}", wrong.len(), wrong.concat());
}

/// The run's own service, with its faults, passes exactly where it keeps its contract in all that a test can ask.
#[test]
#[ignore = "needs hurl: scripts/test hurl"]
fn the_runs_own_service_passes_where_it_keeps_its_contract() {
    let (mut wrong, mut failing) = (Vec::new(), String::new());
    for (n, (name, run)) in runs().iter().enumerate() {
        let plan = plan::of(run);
        let api = Api::of(run, &plan, None, true);
        let (passed, said, problems) = hurl(&format!("own-{name}"), &file(run, n), run, &api);
        if passed == finds_something(&plan) || !problems.is_empty() {
            wrong.push(format!("{name}: {problems:?}\n{said}"));
        }
        if !passed {
            failing.push_str(name);
            failing.push('\n');
        }
    }
    assert!(wrong.is_empty(), "{} files:\n{}", wrong.len(), wrong.concat());
    // Its fingerprint is made of the text, so that swapped fields are another order.
    assert_eq!(failing, "c43-as-reported.json\n");
}

/// Random runs under every contract: hurl reads every file, and a service that keeps its contract passes it.
#[test]
#[ignore = "needs hurl: scripts/test hurl"]
fn a_sound_service_passes_generated_files() {
    let mut runner = TestRunner::deterministic();
    let (mut wrong, mut sent) = (Vec::new(), 0);
    for n in 0..250 {
        let scenario = scenarios().new_tree(&mut runner).expect("a scenario").current();
        let run = Run::of(Rc::new(scenario));
        let plan = plan::of(&run);
        let api = Api::of(&run, &plan, Some(sound(&run)), true);
        if !api.ends_in_time() {
            continue;
        }
        sent += api.calls.len();
        // Time is the plan's; nobody needs to wait for it.
        let whole = file(&run, n);
        let text: String = whole.split_inclusive('\n').filter(|line| !line.starts_with("delay: ")).collect();
        let (passed, said, problems) = hurl(&format!("generated-{n}"), &text, &run, &api);
        if !passed || !problems.is_empty() {
            wrong.push(format!("{n}: {problems:?}\n{said}\n{}\n{text}", write(&run.scenario)));
        }
    }
    assert!(wrong.is_empty(), "{} files:\n{}", wrong.len(), wrong.concat());
    assert!(sent > 1_000, "{sent} requests were sent");
}

/// Every contract carries keys in its own way, and hostile keys and bodies arrive as they are.
#[test]
#[ignore = "needs hurl: scripts/test hurl"]
fn every_carrier_carries() {
    let keys = [
        "8e03978e-40d5-43e8-bc93-6894a57f9324",
        "it\u{2019}s",
        "a#b{{c}}\"d\\`e$f",
        "null",
        "007",
        "true",
        "k%20&=?",
    ];
    let bodies = [
        r#"{"product":"a{{b}}#c","quantity":1}"#,
        r#"{ "quantity" : 3 , "product":"\u00e9\"\\" }"#,
        "{\"product\":\"`Ünï`\",\"quantity\":2}",
        "not JSON # {{x}}",
        "{\n\"product\":\"two lines\",\n\"quantity\":1}",
    ];
    let mut wrong = Vec::new();
    for preset in Preset::ALL {
        let mut script = Vec::new();
        for (n, key) in keys.iter().enumerate() {
            let body = serde_json::Value::from(bodies[n % bodies.len()]);
            let key = serde_json::Value::from(*key);
            for again in [0, 90] {
                let at = n * 200 + again;
                script.push(format!(
                    r#"{{"at":"{at}ms","client":"c1","do":"send","intent":"i{n}","key":{key},"body_text":{body}}}"#
                ));
            }
        }
        let text = format!(
            r#"{{"v":1,"service":{{"contract":"{}","write_order":"claim-then-commit","lease":"30s"}},"clients":{{"c1":{{"key":"per-intent","keep":"durable"}}}},"script":[{}]}}"#,
            preset.name(),
            script.join(",")
        );
        let run = Run::of(Rc::new(parse(&text).unwrap_or_else(|problem| panic!("{problem}"))));
        let plan = plan::of(&run);
        let sent = plan.iter().filter(|entry| matches!(entry.part, Part::Sent(_))).count();
        assert!(sent >= 8, "{}: {sent} are sent", preset.name());
        let api = Api::of(&run, &plan, Some(sound(&run)), true);
        let (passed, said, problems) =
            hurl(&format!("carrier-{}", preset.name()), &file(&run, 1), &run, &api);
        if !passed || !problems.is_empty() {
            wrong.push(format!("{}: {problems:?}\n{said}", preset.name()));
        }
    }
    assert!(wrong.is_empty(), "{} contracts:\n{}", wrong.len(), wrong.concat());
}

/// A service that makes another order for the same key is found out, though the run's client never heard of the first.
#[test]
#[ignore = "needs hurl: scripts/test hurl"]
fn a_second_order_is_found_out() {
    let run = run("ignore | 0 i1 2; 30s i1 | lose response c1#1");
    let api = Api::of(&run, &plan::of(&run), None, true);
    let (passed, said, problems) = hurl("second-order", &file(&run, 1), &run, &api);
    assert!(!passed && problems.is_empty(), "{problems:?} {said}");
    assert!(said.contains("Assert failure") || said.contains("assert"), "{said}");
}
