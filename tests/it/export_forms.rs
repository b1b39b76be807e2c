//! The forms of a run, one by one: golden texts, and what a scenario says gets into none of them as markup.

use std::collections::BTreeSet;

use expect_test::expect_file;
use idempotency_explainer::app::export::{Format, Values, export};
use idempotency_explainer::app::text::Language;
use idempotency_explainer::app::text::events::sentence;
use idempotency_explainer::app::text::template::plain;
use idempotency_explainer::sim::presets::Preset;
use idempotency_explainer::sim::run::Run;
use pulldown_cmark::{Event as Part, Options, Parser, Tag};
use roxmltree::Document;

use crate::export::{bare, of, text};
use crate::support::{incident_files, numbered, run, scenario_files};

const LARGEST: &str = include_str!("../scenarios-extra/largest.json");

/// Words that some form could take for its own.
const HOSTILE: [&str; 12] = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)> & &lt; &#60;",
    "| a | b |\n|---|---|",
    "](javascript:alert(1)) [x](https://example.org) ![y](z)",
    "https://example.org www.example.org mailto:a@example.org a@example.org",
    "`code` ``` ~~~ **bold** _it_ ~~gone~~ $x$",
    "# head\n- item\n1. one\n> quote",
    "]]> --> <!-- <?xml ?> <![CDATA[",
    "### next\nGET http://example.org HTTP/1.1\n\n< ./file",
    "{{base_url}} {%x%} \\u{41} #tag",
    "end; participant X #59; %%{init: {}}%%",
    "\u{0}\u{7}\u{1b}[31m \u{202e}abc\u{2066} \u{feff}\u{ffff}",
];

/// A run all of whose words are these: title, keys, products, bodies.
fn hostile(words: &str) -> Run {
    let words = serde_json::Value::from(words);
    of(&format!(
        r#"{{"v":1,"title":{{"zh":{words},"en":{words}}},"service":{{"contract":"fixture","write_order":"one-transaction"}},
        "clients":{{"c1":{{"key":"per-intent","keep":"durable","keys":[{words}]}},"c2":{{"key":"per-intent","keep":"durable"}}}},
        "script":[{{"at":"0ms","client":"c1","do":"send","intent":"i1","body":{{"product":{words},"quantity":1}}}},
        {{"at":"1s","client":"c2","do":"send","intent":"i1","key":{words},"body_text":{words}}}]}}"#
    ))
}

/// Every form in one language, each under its name.
fn all(language: Language, run: &Run) -> String {
    let forms = [Format::Http, Format::Hurl, Format::Markdown, Format::Mermaid];
    forms.iter().map(|format| format!("==== {}\n{}", format.name(), text(*format, language, run))).collect()
}

#[test]
fn golden_texts() {
    let [zh, en] = Language::ALL;
    expect_file!["golden/exports/01-response-lost.en.txt"].assert_eq(&all(en, &numbered("01")));
    expect_file!["golden/exports/08-two-at-once.zh.txt"].assert_eq(&all(zh, &numbered("08")));
    expect_file!["golden/exports/15-crash-in-the-gap.zh.txt"].assert_eq(&all(zh, &numbered("15")));
    expect_file!["golden/exports/18-lease-runs-out.en.txt"].assert_eq(&all(en, &numbered("18")));
    let wider = run(
        "claim-then-commit as=square-create-payment lease=30s | 0 i1 2 key=k1; 5s i1 3 key=k1; 9s i1 #1 key=k2 to=cancel | refuse c1#2",
    );
    expect_file!["golden/exports/body-field.en.txt"].assert_eq(&all(en, &wider));
    let shown = export(Format::Markdown, zh, &numbered("06"), Values::Shown).text;
    expect_file!["golden/exports/06-values-shown.zh.md"].assert_eq(&shown);
    expect_file!["golden/exports/01-response-lost.en.svg"].assert_eq(&text(Format::Svg, en, &numbered("01")));
}

/// Every provider's own way to carry a key, as the transcript has it.
#[test]
fn transcripts_carry_keys_as_their_contract_says() {
    let key = "8e03978e-40d5-43e8-bc93-6894a57f9324";
    let rows = [
        (Preset::Fixture, format!("\nIdempotency-Key: {key}\n")),
        (Preset::StripeV1, format!("\nIdempotency-Key: {key}\n")),
        (Preset::IetfDraft07, format!("\nIdempotency-Key: \"{key}\"\n")),
        (Preset::AwsEc2, format!("/orders?ClientToken={key} HTTP/1.1\n")),
        (Preset::SquareCreatePayment, format!("\n{{\"idempotency_key\":\"{key}\",")),
        (Preset::GoogleAip155, format!("\n{{\"request_id\":\"{key}\",")),
        (Preset::AzureAcsEmail, format!("\nRepeatability-Request-ID: {key}\n")),
        (Preset::PaypalOrdersV2, format!("\nPayPal-Request-Id: {key}\n")),
        (Preset::Adyen, format!("# idempotency-key: {key}\n")),
        (Preset::ShopifyAdmin, format!("@idempotent(key: \\\"{key}\\\")")),
        (Preset::StripeV1, "# Idempotent-Replayed: true\n".to_owned()),
    ];
    for (preset, wanted) in rows {
        let run = run(&format!(
            "claim-then-commit lease=30s as={} | 0 i1 2 key={key}; 5s i1 key={key}",
            preset.name()
        ));
        let transcript = text(Format::Http, Language::En, &run);
        assert!(transcript.contains(&wanted), "{}: {wanted}\n{transcript}", preset.name());
    }
}

/// A file of requests has as many requests as the run has attempts, whatever their words; all else is comments.
#[test]
fn transcripts_hold_no_request_of_anybody_else() {
    for words in HOSTILE {
        let run = hostile(words);
        let transcript = text(Format::Http, Language::En, &run);
        let requests =
            transcript.lines().filter(|line| line.starts_with("POST ") || line.starts_with("GET "));
        assert_eq!(requests.count(), run.end.attempts.len(), "{transcript}");
        let is_known = |line: &str| {
            let begins = [
                "#",
                "@base_url = ",
                "POST {{base_url}}/orders",
                "Content-Type: ",
                "Idempotency-Key: ",
                "Authorization: Bearer {{token_",
                "{\"",
            ];
            line.is_empty() || begins.iter().any(|begin| line.starts_with(begin))
        };
        let strange: Vec<_> = transcript.lines().filter(|line| !is_known(line)).collect();
        assert_eq!(strange, Vec::<&str>::new(), "{words}");
    }
}

/// The words of a Markdown text, and what is in it that acts: links, pictures, markup.
fn parsed(text: &str) -> (String, Vec<String>, BTreeSet<String>) {
    let (mut words, mut links, mut acts) = (String::new(), Vec::new(), BTreeSet::new());
    for part in Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH) {
        match part {
            Part::Text(text) => words.push_str(&text),
            Part::Start(Tag::Link { dest_url, .. }) => links.push(dest_url.to_string()),
            Part::Start(
                tag @ (Tag::Image { .. } | Tag::HtmlBlock | Tag::BlockQuote(_) | Tag::Strikethrough),
            ) => {
                acts.insert(format!("{tag:?}"));
            }
            Part::Html(html) | Part::InlineHtml(html) | Part::Code(html) => {
                acts.insert(html.to_string());
            }
            _ => {}
        }
    }
    (words, links, acts)
}

#[test]
fn reports_hold_words_as_words() {
    for words in HOSTILE {
        let run = hostile(words);
        for values in [Values::Redacted, Values::Shown] {
            let report = export(Format::Markdown, Language::En, &run, values).text;
            let (said, links, acts) = parsed(&report);
            assert_eq!((links, acts), (Vec::new(), BTreeSet::new()), "{words}\n{report}");
            let is_odd = |c: char| c.is_control() || "\u{202e}\u{2066}\u{feff}\u{ffff}".contains(c);
            let clean: String = words.chars().map(|c| if is_odd(c) { ' ' } else { c }).collect();
            let clean = bare(&clean);
            assert!(bare(&said).contains(&clean), "{words}: the title is there\n{report}");
            let rows = report.lines().filter(|line| line.starts_with('|'));
            let columns: BTreeSet<usize> =
                rows.map(|row| row.replace("\\|", "").matches('|').count()).collect();
            assert!(columns.iter().all(|count| [4, 6, 7].contains(count)), "{words}: {columns:?}\n{report}");
        }
    }
}

#[test]
fn reports_show_values_only_where_they_are_asked_for() {
    let secrets = [
        "SECRET-KEY",
        "SECRET-PRODUCT",
        "SECRET-TENANT",
        "SECRET-NOTE",
        "SECRET-COMPANY",
        "SECRET-TEXT",
        "7654321",
    ];
    let run = of(
        r#"{"v":1,"service":{"contract":"fixture","write_order":"one-transaction","build":{"fields":{"note":{}}}},
        "clients":{"c1":{"key":"per-intent","keep":"durable","keys":["SECRET-KEY"],"tenant":"SECRET-TENANT","company":"SECRET-COMPANY"}},
        "script":[{"at":"0ms","client":"c1","do":"send","intent":"i1","body":{"product":"SECRET-PRODUCT","quantity":7654321,"note":{"a":["SECRET-NOTE",12.875]}}},
        {"at":"5s","client":"c1","do":"send","intent":"i1"},
        {"at":"9s","client":"c1","do":"send","intent":"i2","key":"SECRET-KEY","body_text":"SECRET-TEXT"}]}"#,
    );
    assert_eq!((run.end.replays, run.end.orders.len()), (1, 1));
    let redacted = text(Format::Markdown, Language::En, &run);
    let found: Vec<_> = secrets.iter().filter(|secret| redacted.contains(**secret)).collect();
    assert_eq!(found, Vec::<&&str>::new(), "{redacted}");
    let shown = export(Format::Markdown, Language::En, &run, Values::Shown).text.replace('\\', "");
    let missing: Vec<_> = secrets.iter().filter(|secret| !shown.contains(**secret)).collect();
    assert_eq!(missing, Vec::<&&str>::new(), "{shown}");
    // What stands there is the same run, to be read back.
    let fenced =
        redacted.split_once("```json\n").and_then(|(_, rest)| rest.split_once("```")).expect("a scenario").0;
    let again = of(fenced);
    let digest = format!("{:016x}", again.digest());
    assert!(redacted.contains(&digest), "the digest is the scenario's that stands there");
    assert_eq!(
        (again.end.replays, again.end.orders.len(), again.trace.events.len()),
        (1, 1, run.trace.events.len())
    );
}

/// Where a run hangs on its values, as with keys made of bodies, the report stands without a scenario.
#[test]
fn a_scenario_that_cannot_do_without_its_values_is_left_out() {
    for (number, has_scenario) in [("01", true), ("06", true), ("15", true), ("41", true)] {
        assert_eq!(
            text(Format::Markdown, Language::En, &numbered(number)).contains("```json"),
            has_scenario,
            "{number}"
        );
    }
    let by_form = run(
        "one-transaction as=google-aip-155 over.key_policy.max=20 | 0 i1 2 key=8e03978e-40d5-43e8-bc93-6894a57f9324; 1s i2 3 key=ABCDEF01-40d5-43e8-bc93-6894a57f9324",
    );
    assert!(
        text(Format::Markdown, Language::En, &by_form).contains("```json"),
        "marks keep a key's form and length"
    );
    let without = run(
        "one-transaction as=google-aip-155 | 0 i1 2 key=zz; 1s i2 2 key=8e03978e40d543e8bc936894a57f9324-----",
    );
    let report = text(Format::Markdown, Language::En, &without);
    assert!(!report.contains("8e03978e40d543e8bc936894a57f9324"), "{report}");
}

#[test]
fn reports_cite_what_the_contract_rests_on() {
    for preset in Preset::ALL {
        let run = run(&format!("claim-then-commit lease=30s as={} | 0 i1 2", preset.name()));
        let (_, links, acts) = parsed(&text(Format::Markdown, Language::Zh, &run));
        let sources: BTreeSet<&str> =
            preset.sources().iter().map(|source| source.url).filter(|url| !url.is_empty()).collect();
        assert!(links.iter().all(|link| sources.contains(link.as_str())), "{}: {links:?}", preset.name());
        assert_eq!(links.is_empty(), sources.is_empty(), "{}", preset.name());
        assert_eq!(acts, BTreeSet::new());
    }
}

/// What holds of a picture: it is XML, names and tells itself, refers to nothing outside, and has every event.
fn check_picture(name: &str, language: Language, run: &Run) {
    let picture = text(Format::Svg, language, run);
    let document = Document::parse(&picture).unwrap_or_else(|problem| panic!("{name}: {problem}\n{picture}"));
    let root = document.root_element();
    assert_eq!(root.tag_name().namespace(), Some("http://www.w3.org/2000/svg"));
    let child = |tag: &str| root.children().find(|node| node.has_tag_name(tag)).and_then(|node| node.text());
    assert!(child("title").is_some_and(|title| !title.trim().is_empty()), "{name}: a title");
    assert!(child("desc").is_some_and(|desc| desc.chars().count() > 20), "{name}: a description");
    let mut ids = BTreeSet::new();
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        assert!(
            !["script", "image", "foreignObject", "a", "iframe"].contains(&node.tag_name().name()),
            "{name}: {node:?}"
        );
        for attribute in node.attributes() {
            let (of, value) = (attribute.name(), attribute.value());
            assert!(!of.starts_with("on") && of != "style" && of != "src", "{name}: {of}={value}");
            assert!(of != "href" || value.starts_with('#'), "{name}: {value}");
            assert!(!value.contains("url(") || value.starts_with("url(#"), "{name}: {value}");
            assert!(of != "id" || ids.insert(value.to_owned()), "{name}: {value} twice");
        }
    }
    let refers = document.descendants().filter_map(|node| node.attribute("href"));
    refers.for_each(|to| assert!(ids.contains(&to[1..]), "{name}: {to}"));
    let told = document.descendants().filter(|node| node.attribute("class") == Some("told"));
    let told: Vec<String> = told
        .map(|node| node.descendants().filter(|part| part.is_text()).filter_map(|part| part.text()).collect())
        .collect();
    let wanted = run.trace.events.iter().map(|event| bare(&plain(&sentence(language, run, event), language)));
    assert_eq!(told.iter().map(|told| bare(told)).collect::<Vec<_>>(), wanted.collect::<Vec<_>>(), "{name}");
}

#[test]
fn pictures_stand_alone() {
    for (n, (name, text)) in scenario_files().into_iter().chain(incident_files()).enumerate() {
        check_picture(&name, Language::ALL[n % 2], &of(&text));
    }
    check_picture("largest", Language::Zh, &of(LARGEST));
    for words in HOSTILE {
        check_picture(words, Language::En, &hostile(words));
    }
}

/// The colours are the page's, in both themes, and every class of the figure has its rule.
#[test]
fn pictures_have_the_pages_style() {
    let picture = text(Format::Svg, Language::En, &numbered("18"));
    let document = Document::parse(&picture).expect("XML");
    let style = document.descendants().find(|node| node.has_tag_name("style")).and_then(|node| node.text());
    let style = style.expect("a style");
    let tokens = include_str!("../../static/css/tokens.css");
    let mut pairs = 0;
    for part in tokens.split("--").filter(|part| part.contains("light-dark(")) {
        let (name, rest) = part.split_once(": light-dark(").expect("a pair");
        let (light, dark) =
            rest.split_once(')').and_then(|(pair, _)| pair.split_once(", ")).expect("two colours");
        let (day, night) = style.split_once("prefers-color-scheme:dark").expect("both themes");
        assert!(
            day.contains(&format!("--{name}:{light};")) && night.contains(&format!("--{name}:{dark};")),
            "{name}"
        );
        pairs += 1;
    }
    assert!(pairs >= 14, "{pairs} colours");
    let rules = include_str!("../../static/css/figure.css");
    let has_rule = |sheet: &str, class: &str| {
        let after = |at: usize| sheet[at + class.len() + 1..].chars().next();
        sheet
            .match_indices(&format!(".{class}"))
            .any(|(at, _)| after(at).is_none_or(|c| !c.is_alphanumeric() && c != '-'))
    };
    let mut ruled = BTreeSet::new();
    for class in document.descendants().filter_map(|node| node.attribute("class")) {
        for class in class.split(' ').filter(|class| !class.is_empty() && has_rule(rules, class)) {
            assert!(has_rule(style, class) || ["lanes", "tag-mark"].contains(&class), "{class} has no rule");
            ruled.insert(class);
        }
    }
    assert!(ruled.len() > 25, "{ruled:?}");
    assert!(!style.contains("url(") && !style.contains("@import"), "nothing from outside");
}
