//! The pictures as text: well formed for every figure, and nothing that a scenario says gets into them as markup.

use std::rc::Rc;

use idempotency_explainer::app::scene::Scene;
use idempotency_explainer::app::svg::{self, Counted};
use idempotency_explainer::app::text::Language;
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::run::Run;

use crate::app_scene::{LAYOUTS, figures, scene};

/// Whether a piece of markup is well formed: tags balance, attributes are quoted, closed and named once, and no words
/// hold a bare sign.
fn check_markup(markup: &str) -> Result<(), String> {
    let words = |text: &str| {
        let bare = text.split('&').skip(1).find(|rest| {
            !["lt;", "gt;", "amp;", "quot;", "#39;"].iter().any(|entity| rest.starts_with(entity))
        });
        bare.map_or(Ok(()), |rest| Err(format!("bare & before {rest}")))
    };
    let (mut open, mut rest) = (Vec::new(), markup);
    while let Some((before, after)) = rest.split_once('<') {
        words(before)?;
        let (tag, inside) = after.split_at(after.find([' ', '>', '/']).unwrap_or(after.len()));
        if tag.is_empty() {
            let (tag, after) = after[1..].split_once('>').ok_or("an end tag without its end")?;
            if open.pop() != Some(tag) {
                return Err(format!("</{tag}> closes nothing"));
            }
            rest = after;
            continue;
        }
        let (mut seen, mut inside) = (Vec::new(), inside.trim_start());
        rest = loop {
            if let Some(after) = inside.strip_prefix("/>") {
                break after;
            } else if let Some(after) = inside.strip_prefix('>') {
                // A place where a line may break has no end tag.
                open.extend((tag != "wbr").then_some(tag));
                break after;
            }
            let (name, value) = inside.split_once("='").ok_or_else(|| format!("<{tag} {inside}"))?;
            let (value, after) = value.split_once('\'').ok_or_else(|| format!("{name} is not closed"))?;
            words(value)?;
            let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
            if !is_name || seen.contains(&name) || value.contains('<') {
                return Err(format!("<{tag} {name}='{value}'"));
            }
            seen.push(name);
            inside = after.trim_start();
        };
    }
    words(rest)?;
    if open.is_empty() { Ok(()) } else { Err(format!("not closed: {open:?}")) }
}

#[test]
fn bad_markup_is_seen() {
    for good in ["", "words", "<a></a>", "<a b='' c='&lt;'><d/>&amp;</a>", "<a b='1'/>", "<a>1<wbr>.0</a>"] {
        assert_eq!(check_markup(good), Ok(()), "{good}");
    }
    let bad = [
        "<a>",
        "</a>",
        "<a></b>",
        "<a",
        "<a b='1/>",
        "<a b=1/>",
        "<a b='<'/>",
        "<a b='1' b='2'/>",
        "a & b",
        "<a b='&'/>",
        "<script",
    ];
    for bad in bad {
        assert!(check_markup(bad).is_err(), "{bad}");
    }
}

/// Every picture and list of a figure. All that is written into them from outside is `hostile`.
fn pictures(language: Language, runs: &[&Run], scene: &Scene, hostile: &str) -> Vec<String> {
    let mut all = vec![svg::ruler(scene), svg::scrub_marks(scene, runs)];
    for is_list in [false, true] {
        all.push(svg::sentences(language, scene, runs, [hostile; 2], is_list));
    }
    for (world, run) in runs.iter().enumerate() {
        all.push(svg::world(language, run, scene, world as u8, hostile));
        let records = run.end.records.values().map(|record| Some(record.standing));
        all.extend(records.chain([None]).map(|standing| svg::diagram(language, standing, hostile)));
        for counted in [Counted::Meant, Counted::Attempts, Counted::Made, Counted::Replays, Counted::Refused]
        {
            all.extend([0, 1, 3, 9].map(|count| svg::tally_objects(&run.end, counted, count)));
        }
    }
    all
}

const HOSTILE: &str = r#"<script>alert("1")</script>'&{}"#;

#[test]
fn pictures_are_well_formed_whatever_a_scenario_says() {
    for language in Language::ALL {
        for part in [svg::DEFS.to_owned(), svg::legend(language), svg::key_in_text(language, 30)] {
            check_markup(&part).unwrap_or_else(|problem| panic!("{problem}\n{part}"));
        }
    }
    let words = serde_json::Value::from(HOSTILE);
    let hostile = parse(&format!(
        r#"{{"v":1,"title":{{"zh":{words},"en":{words}}},"service":{{"contract":"fixture","write_order":"ignore"}},
        "clients":{{"c1":{{"key":"per-intent","keep":"durable","keys":[{words}]}}}},
        "script":[{{"at":"0ms","client":"c1","do":"send","intent":"i1","body":{{"product":{words},"quantity":1}}}},
        {{"at":"9s","client":"c1","do":"send","intent":"i1","key":{words},"body_text":{words}}}]}}"#
    ));
    let hostile = Rc::new(Run::of(Rc::new(hostile.unwrap_or_else(|problem| panic!("{problem}")))));
    assert_eq!(hostile.end.attempts.len(), 2);
    let mut all = figures();
    all.push(("hostile".to_owned(), vec![hostile.clone(), hostile]));
    for (n, (name, runs)) in all.iter().enumerate() {
        let runs: Vec<&Run> = runs.iter().map(Rc::as_ref).collect();
        let (language, layout) = (Language::ALL[n % 2], LAYOUTS[n % 3]);
        let pictures = pictures(language, &runs, &scene(language, layout, &runs), HOSTILE);
        for picture in &pictures {
            check_markup(picture).unwrap_or_else(|problem| panic!("{name}: {problem}\n{picture}"));
            assert!(!picture.contains("<script"), "{name}: {picture}");
        }
        assert!(pictures.iter().any(|picture| picture.contains("&lt;script")), "{name}: nothing was escaped");
    }
}
