//! What a key was first used for: the figure's "≠ body" and the sentences hold a send against that, as the service does.

use std::cell::Cell;

use idempotency_explainer::app::lessons::{Part, runs_of, view_of};
use idempotency_explainer::app::scene::{Label, Shape, WorldScene};
use idempotency_explainer::app::text::Language;
use idempotency_explainer::app::text::events::sentence;
use idempotency_explainer::app::text::template::plain;
use idempotency_explainer::sim::body::fingerprint;
use idempotency_explainer::sim::trace::{Event, EventKind, EventSeq, Found};

use crate::app_scene::each;

/// "≠ body" compares with what the key was first used for, as the service does, not with the send before.
#[test]
fn other_bodies_are_other_than_the_first_under_their_key() {
    let marked = |picture: &WorldScene| -> Vec<(EventSeq, bool)> {
        let marks = picture.marks.iter().filter_map(|mark| match (&mark.shape, &mark.label) {
            (Shape::Node { .. }, Some(Label::Attempt { other_body, .. })) => Some((mark.event, *other_body)),
            // Beside another one's wait only what is unusual is said.
            (Shape::Node { dx, .. }, None) if *dx != 0 => Some((mark.event, false)),
            _ => None,
        });
        marks.collect()
    };
    let seen = Cell::new((0, 0));
    each(|name, runs, scene| {
        for (run, picture) in runs.iter().zip(&scene.worlds) {
            let mut first: Vec<((_, _, _), &str)> = Vec::new();
            let marked = marked(picture);
            for event in &run.trace.events {
                let (EventKind::Sent { to, body_text, .. }, Some(attempt)) = (&event.kind, event.attempt)
                else {
                    continue;
                };
                let (_, other) =
                    marked.iter().find(|(seq, _)| *seq == event.seq).expect("every send has its node");
                let Some(key) = event.key else {
                    assert!(!other, "{name}: {event}");
                    continue;
                };
                let tenant = &run.scenario.clients[usize::from(attempt.client)].who.tenant;
                let used = (key, *to, tenant);
                let known = first.iter().find(|(known, _)| *known == used).map(|(_, body)| *body);
                let body = known.unwrap_or(body_text);
                let differs = body != body_text.as_ref()
                    && (fingerprint(body).is_none() || fingerprint(body) != fingerprint(body_text));
                assert_eq!(*other, differs, "{name}: {event}");
                if known.is_none() {
                    first.push((used, body_text));
                }
            }
            // And as the lessons' service finds it, where it keeps what the first attempt made.
            if !name.starts_with("lesson") {
                continue;
            }
            for event in &run.trace.events {
                let EventKind::LookedUp { found, .. } = &event.kind else { continue };
                let sent = run.trace.events.iter().find(|sent| {
                    matches!(sent.kind, EventKind::Sent { .. }) && sent.attempt == event.attempt
                });
                let other = sent.and_then(|sent| marked.iter().find(|(seq, _)| *seq == sent.seq));
                let (finished, refused) = seen.get();
                match found {
                    Found::Finished => {
                        assert_eq!(other.map(|mark| mark.1), Some(false), "{name}: {event}");
                        seen.set((finished + 1, refused));
                    }
                    Found::OtherParameters => {
                        assert_eq!(other.map(|mark| mark.1), Some(true), "{name}: {event}");
                        seen.set((finished, refused + 1));
                    }
                    _ => {}
                }
            }
        }
    });
    assert!(seen.get().0 > 0 && seen.get().1 > 0, "{:?}", seen.get());
}

/// The send after a refused one asks again for what the first one asked: neither mark nor sentence calls it other.
#[test]
fn the_fourth_send_of_lesson_three_is_like_its_first() {
    let run = runs_of(view_of(2, Part::Opening)).remove(0);
    let sends: Vec<&Event> =
        run.trace.events.iter().filter(|event| matches!(event.kind, EventKind::Sent { .. })).collect();
    let others = ["other parameters", "参数和第一次不同"];
    for (n, sent) in sends.iter().enumerate() {
        for (language, other) in [Language::En, Language::Zh].into_iter().zip(others) {
            let said = plain(&sentence(language, &run, sent), language);
            assert_eq!(said.contains(other), n == 2, "send {}: {said}", n + 1);
        }
    }
    assert_eq!(sends.len(), 4);
}
