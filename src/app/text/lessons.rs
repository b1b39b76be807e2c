//! The shape of a lesson's texts.
//!
//! These are templates for [`super::template::lesson`]: `{A}` and `{B}` are key marks, `{run 05}` a link to that
//! scenario, `{@look-up c1#2}` a link to that attempt's last look-up in the run on view, and code stands in
//! backticks. Deliberately absent: which scenario is which view; that is the lessons' own data.

/// The texts of one lesson.
#[derive(Debug)]
pub struct LessonTexts {
    /// Its name.
    pub title: &'static str,
    /// What its figure shows, as a heading.
    pub figure: &'static str,
    /// The page description.
    pub summary: &'static str,
    /// The story, paragraph by paragraph.
    pub story: &'static [&'static str],
    /// The question.
    pub predict: &'static str,
    /// The answers to choose from.
    pub options: &'static [OptionTexts],
    /// Why it came out so.
    pub why: &'static str,
    /// Things to change, in the order of the lesson's views.
    pub changes: &'static [ChangeTexts],
    /// Paragraphs that go with no change.
    pub notes: &'static [&'static str],
    /// What is so in the end.
    pub truth: &'static str,
    /// What this lesson leaves out.
    pub not_shown: &'static str,
}

/// One answer to a lesson's question.
#[derive(Debug)]
pub struct OptionTexts {
    /// The answer.
    pub label: &'static str,
    /// What the run says to it.
    pub response: &'static str,
    /// Whether it is what the run shows.
    pub is_right: bool,
}

/// One thing to change.
#[derive(Debug)]
pub struct ChangeTexts {
    /// The button.
    pub button: &'static str,
    /// What to notice then.
    pub text: &'static str,
}

impl LessonTexts {
    /// Every text with a path that names it.
    #[must_use]
    pub fn list(&self) -> Vec<(String, &'static str)> {
        let mut all: Vec<_> = [
            ("title", self.title),
            ("figure", self.figure),
            ("summary", self.summary),
            ("predict", self.predict),
            ("why", self.why),
            ("truth", self.truth),
            ("not_shown", self.not_shown),
        ]
        .map(|(field, text)| (field.to_owned(), text))
        .into();
        all.extend(self.story.iter().enumerate().map(|(n, text)| (format!("story.{n}"), *text)));
        all.extend(self.notes.iter().enumerate().map(|(n, text)| (format!("notes.{n}"), *text)));
        for (n, option) in self.options.iter().enumerate() {
            all.push((format!("options.{n}.label"), option.label));
            all.push((format!("options.{n}.response"), option.response));
        }
        for (n, change) in self.changes.iter().enumerate() {
            all.push((format!("changes.{n}.button"), change.button));
            all.push((format!("changes.{n}.text"), change.text));
        }
        all
    }
}
