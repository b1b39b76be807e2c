//! All native tests, in one binary. The engine first, then the page's layers (`app_*`), then what holds of the sources.

// The service.
/// The checks by precedence: where two could answer, the earlier one does.
mod api_table;
/// The fixture contract: the seed's own assertions, and random calls against a reference.
mod fixture;
/// What the fixture makes of a body's text, corner case by corner case.
mod fixture_json;
/// Every write order through duplicates and crashes.
mod write_orders;
/// Every write order through failures, short leases and effects elsewhere.
mod write_orders_late;

// The contracts and the wider world.
/// What a run says it assumes.
mod assumed;
/// Services that are not built as one would think.
mod built_otherwise;
/// The providers' contracts, cell by cell, and their citations.
mod contract_facts;
/// The table of contracts: what each preset does to the same scripts.
mod contracts_table;
/// What a duplicate meets while the first is at work.
mod in_flight;
/// What the service makes of a key, or of none.
mod keys_admitted;
/// Mails that go with orders.
mod mails;
/// Which outcomes become the record.
mod outcomes_stored;
/// Effects at an outside provider, and in two phases.
mod provider_calls;
/// Asking what became of an intent.
mod questions;
/// Of what a fingerprint is made, and a deploy that changes it.
mod recipes;
/// What a replay gives back, by mode; changes of an order.
mod replays;
/// How long a finished record is there, and what comes after.
mod retention_clocks;
/// Within what a key names one thing.
mod scopes;
/// A request that stands still and goes on.
mod stalls;

// The clients and the network.
/// What clients believe, and what they do with late and doubled answers.
mod beliefs;
/// Programs that die, keys thrown away, layers above, queues, refused connections.
mod client_habits;
/// Keys, timeouts, retries, reloads.
mod clients;
/// What each fault does, and that it strikes once.
mod faults;

// The audit.
/// Each finding with a scenario that shows it and a near one that does not.
mod audit;
/// The wider world's findings and reasons.
mod audit_wider;
/// Small worlds, all of them: which builds make two effects, and that the audit says so.
mod counterexamples;
/// Why an effect was made twice.
mod why;

// Whole runs.
/// The lesson scenarios: golden traces and what each is there to show.
mod golden;
/// The incidents, the further lessons and every preset: golden traces.
mod golden_wider;
/// The words of a figure, as boxes.
mod labels;
/// The largest allowed scenario, kept as a file.
mod largest;
/// Attempts, events, horizon.
mod limits;
/// Bugs that were found and mended.
mod mended;
/// The same, found by another reading.
mod mended_more;
/// Bugs of the wider world, found by a second reading of its rules.
mod mended_wider;
/// What each contract promises, on any schedule: no second effect in its time, replays by its mode.
mod promises;
/// What holds of every run.
mod properties;
/// The same scenario gives the same trace, however it is run.
mod replay;
/// The 41 normative files.
mod scenarios;

// The format and the command line.
/// The JSON reader against `serde_json`.
mod json;
/// Knobs over presets, and that what is written is read back.
mod knobs_over_presets;
/// Problems word for word: grammar, service, clients.
mod parse_errors;
/// Problems word for word: script, faults, expectations.
mod parse_errors_script;
/// Problems of the wider world's fields.
mod parse_errors_wider;
/// Problems of the whole file: missing bodies, sizes, nesting; durations.
mod parse_limits;
/// No text makes the parser panic.
mod parse_mutations;
/// Bodies that may be lost, and which of two problems is told.
mod parse_whole_wider;
/// Schema and parser agree on files and on a table of edits.
mod schema;
/// Schema and parser on generated edits, and what a schema cannot say.
mod schema_limits;
/// Schema and parser agree on the wider world's fields.
mod schema_wider;
/// The binary: exit codes, messages, output.
mod simulate;

// The page's layers.
/// The address: places, links, and the browser's history.
mod app_address;
/// The incidents: the list, and what comes and goes of the page.
mod app_cases;
/// The lab: what each deed makes of its scenario, and that it stays readable.
mod app_lab;
/// The body of its next request.
mod app_lab_body;
/// The lessons' runs, and what goes over to the lab.
mod app_lessons;
/// The reducer: what each action changes, and what it leaves alone.
mod app_reduce;
/// How the lab comes back: from storage, and from the first visit's program.
mod app_return;
/// The figures: rows, marks, sentences and facts of every scenario.
mod app_scene;
/// Sharing and files.
mod app_share;
/// Markup for another page, and pictures.
mod app_share_embed;
/// Their pictures: well formed, and nothing gets in as markup.
mod app_svg;
/// The texts: complete, equal and true in both languages.
mod app_texts;
/// What is said of the wider world.
mod app_texts_wider;
/// Undo and redo, and what holds after any actions at all.
mod app_undo;
/// The page of contracts, and "your API".
mod contracts_page;
/// Runs taken home: what holds of every form.
mod export;
/// Its forms, one by one: golden texts, and what nobody may get into them.
mod export_forms;
/// What a test outside can do of a run.
mod export_plan;
/// What a key was first used for.
mod first_use;
/// What the first visit's program can be asked to run.
mod first_visit;
/// Exported `.hurl` files, really run.
mod hurl;
/// Lesson 7: failures.
mod lesson_failures;
/// Its page: what each press makes of it, and its words.
mod lesson_failures_page;
/// Lesson 6: the gap.
mod lesson_gap;
/// Links: written, read back, and runs that came out otherwise.
mod link;
/// What is wrong with a link, word for word.
mod link_problems;

// The sources.
/// What the sources must not name, and that every module is listed here.
mod boundaries;

// Shared by the above.
/// Random valid scenarios.
mod generator;
/// The wider world's parts of them.
mod generator_wider;
/// A server that answers as a run does.
mod hurl_server;
/// A one-line notation for scenarios.
mod notation;
/// One line for what came of a run, and the files.
mod support;
