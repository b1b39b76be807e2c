//! The figure's words as boxes, read off the pictures' own text: none stands on another, none leaves its world.
//!
//! Widths are estimated from above, letter by letter, for the fonts that systems bring; a world is as wide as it is on a
//! page of 1280 and of 390 pixels.

use std::rc::Rc;

use idempotency_explainer::app::contracts::{Moment, scenario};
use idempotency_explainer::app::scene::Layout;
use idempotency_explainer::app::svg;
use idempotency_explainer::app::text::Language;
use idempotency_explainer::sim::parse::parse;
use idempotency_explainer::sim::presets::Preset;
use idempotency_explainer::sim::run::Run;

use crate::app_scene::{figures, scene};
use crate::support::incident_files;

/// A label where it is drawn, in pixels.
#[derive(Clone, Debug)]
struct Words {
    text: String,
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
}

impl Words {
    fn meets(&self, other: &Words) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }
}

/// How wide a text is at 12 pixels, in tenths.
fn tenths(text: &str, is_bold: bool) -> i32 {
    let plain: i32 = text
        .chars()
        .map(|c| match c {
            'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | '\'' | '’' => 30,
            'f' | 't' | 'r' | ' ' => 40,
            'm' | 'w' | 'M' | 'W' | '%' => 100,
            'A'..='Z' => 80,
            c if (c as u32) < 0x2000 => 66,
            '‘'..='”' => 50,
            _ => 120,
        })
        .sum();
    if is_bold { plain * 107 / 100 } else { plain }
}

fn number(tag: &str, name: &str) -> Option<i32> {
    let (_, after) = tag.split_once(&format!(" {name}='"))?;
    let text = after.split_once('\'')?.0;
    text.trim_end_matches('%')
        .parse::<f64>()
        .ok()
        .map(|value| (value * if text.ends_with('%') { 10.0 } else { 1.0 }) as i32)
}

/// The words of a world's picture that is so many pixels wide.
fn words(picture: &str, width: i32, is_small: bool) -> Vec<Words> {
    let mut all = Vec::new();
    let mut at: Vec<(i32, i32)> = vec![(0, 0)];
    let mut is_plate = false;
    for (n, part) in picture.split('<').enumerate() {
        let Some((tag, text)) = part.split_once('>') else { continue };
        if n == 0 {
            continue;
        }
        if tag.starts_with("svg ") && tag.contains("class='at'") {
            let (x, y) = at.last().copied().unwrap_or_default();
            let own = number(tag, "x").unwrap_or(0);
            let own = if tag.contains('%') { own * width / 1000 } else { own };
            at.push((x + own, y + number(tag, "y").unwrap_or(0)));
        } else if tag.starts_with("svg ") && !tag.ends_with('/') {
            at.push((0, 0));
        } else if tag == "/svg" {
            at.pop();
        } else if tag.starts_with("g class='plate") {
            is_plate = true;
        } else if tag.starts_with("rect ") && is_plate {
            let (x, y) = at.last().copied().unwrap_or_default();
            let left = x + number(tag, "x").unwrap_or(0);
            let top = y + number(tag, "y").unwrap_or(0);
            let right = left + number(tag, "width").unwrap_or(0);
            all.push(Words { text: String::new(), left, right, top: top + 3, bottom: top + 19 });
        } else if tag.starts_with("text class='lab") {
            let text = text.replace("&#39;", "'");
            if is_plate {
                is_plate = false;
                all.last_mut().expect("a plate before its words").text = text;
                continue;
            }
            let (x, y) = at.last().copied().unwrap_or_default();
            let (x, y) = (x + number(tag, "x").unwrap_or(0), y + number(tag, "y").unwrap_or(0));
            // The style sheet makes the words of two narrow worlds smaller.
            let size = if is_small { 12 } else { 10 };
            let length = tenths(&text, tag.contains("strong") || tag.contains(" bad")) / size;
            let left = if tag.contains(" end") { x - length } else { x };
            all.push(Words { text, left, right: left + length, top: y - 10, bottom: y + 2 });
        }
    }
    all
}

/// Figures whose words still meet, or leave their world, after all that [`svg`] does about it: a number that may only
/// fall.
const LEFT_OVER: usize = 0;

/// All figures of which the page has a run by name: scenario files, lessons, incidents (alone, and both beside each
/// other), and every cell of the contracts' table.
fn named() -> Vec<(String, Vec<Rc<Run>>)> {
    let mut all: Vec<(String, Vec<Rc<Run>>)> =
        figures().into_iter().filter(|(name, _)| !name.starts_with("random")).collect();
    let run = |text: &str| Rc::new(Run::of(Rc::new(parse(text).expect("valid"))));
    let incidents: Vec<(String, Rc<Run>)> =
        incident_files().into_iter().map(|(name, text)| (name, run(&text))).collect();
    for (name, run) in &incidents {
        all.push((name.clone(), vec![run.clone()]));
    }
    for pair in incidents.chunks(2) {
        all.push((format!("{} and its twin", pair[0].0), pair.iter().map(|(_, run)| run.clone()).collect()));
    }
    for preset in Preset::ALL {
        for moment in Moment::ALL {
            if let Some(scenario) = scenario(&preset.contract(), moment) {
                all.push((format!("{preset:?} {moment:?}"), vec![Rc::new(Run::of(Rc::new(scenario)))]));
            }
        }
    }
    all
}

#[test]
fn words_stand_apart_and_in_their_world() {
    let mut left_over = Vec::new();
    for (name, runs) in named() {
        let runs: Vec<&Run> = runs.iter().map(Rc::as_ref).collect();
        let is_pair = runs.len() > 1;
        for (compact, width) in
            [(false, if is_pair { 297 } else { 576 }), (true, if is_pair { 144 } else { 306 })]
        {
            // The space between two worlds, 18 pixels, is the worlds' own: 14 of the left one, 4 of the right one.
            let (from, to) = (-4, width + 14);
            for language in Language::ALL {
                let scene = scene(language, Layout { compact, true_scale: false }, &runs);
                for (world, run) in runs.iter().enumerate() {
                    let picture = svg::world(language, run, &scene, world as u8, "");
                    let words = words(&picture, width, is_pair && compact);
                    let who = format!("{name}, {width} px, {language:?}, world {world}");
                    for (n, one) in words.iter().enumerate() {
                        if one.left < from || one.right > to {
                            left_over.push(format!("{who}: outside: {one:?}"));
                        }
                        let met = words[n + 1..].iter().filter(|two| one.meets(two));
                        left_over.extend(met.map(|two| format!("{who}: meet: {one:?} {two:?}")));
                    }
                }
            }
        }
    }
    assert_eq!(
        left_over.len(),
        LEFT_OVER,
        "less is better: lower the number; more is a defect: {left_over:#?}"
    );
}

/// The first program has no search for free places: its own figures need none, so that it draws what its still pages show.
#[test]
fn the_first_lessons_need_no_search() {
    for (name, runs) in figures().into_iter().filter(|(name, _)| name.starts_with("lesson")) {
        let runs: Vec<&Run> = runs.iter().map(Rc::as_ref).collect();
        for compact in [false, true] {
            for language in Language::ALL {
                let scene = scene(language, Layout { compact, true_scale: false }, &runs);
                for (world, run) in runs.iter().enumerate() {
                    let moved = svg::given_way(language, run, &scene, world as u8);
                    assert_eq!(moved, 0, "{name} compact {compact} {language:?} world {world}");
                }
            }
        }
    }
}

#[test]
fn boxes_are_read_off_the_picture() {
    let picture = "<svg class='lanes'><svg x='50.0%' class='at'><text class='lab halo end' x='-8' y='20'>abc</text></svg>\
        <svg x='10.0%' class='at'><g class='plate '><rect x='12' y='9' width='40' height='22' rx='2'/><text class='lab strong' x='18' y='24'>abc</text></g></svg></svg>";
    let words = words(picture, 200, false);
    let boxes: Vec<_> = words.iter().map(|one| (one.left, one.right, one.top, one.bottom)).collect();
    assert_eq!(boxes, [(73, 92, 10, 22), (32, 72, 12, 28)]);
    assert!(!words[0].meets(&words[1]) && words[0].meets(&words[0]));
}
