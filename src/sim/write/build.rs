//! How the service was built, where that is not as one would think.

use super::Writer;
use crate::sim::build::{Build, Inbox, Mail, MailFrom, RecordStore};

pub(super) fn build(out: &mut Writer, build: &Build) {
    let plain = Build::default();
    out.truth("running_first", build.running_first);
    let mut word = |name: &str, word: &'static str, plain: &'static str| {
        if word != plain {
            out.text(name, word);
        }
    };
    word("limiter", build.limiter.name(), plain.limiter.name());
    word("failed_claim", build.failed_claim.name(), plain.failed_claim.name());
    word("unique", build.unique.name(), plain.unique.name());
    word("loser", build.loser.name(), plain.loser.name());
    word("recipe", build.recipe.name(), plain.recipe.name());
    word("key_form", build.key_form.name(), plain.key_form.name());
    out.truth("record_needs_client", build.record_needs_client);
    fields(out, build);
    if build.replicas > 1 {
        out.number("replicas", build.replicas.into());
    }
    match build.store {
        RecordStore::Shared => {}
        RecordStore::PerReplica => out.text("store", "per-replica"),
        RecordStore::Lagging(lag) => {
            out.name("store");
            out.object(|out| out.time("lag", lag));
        }
    }
    out.truth("volatile", build.volatile);
    let times = [("forgets_after", build.forgets_after), ("sweeper", build.sweeper), ("proxy", build.proxy)];
    for (name, time) in times {
        if let Some(time) = time {
            out.time(name, time);
        }
    }
    if let Some(known) = build.mail {
        out.name("mail");
        out.object(|out| mail(out, known));
    }
}

fn fields(out: &mut Writer, build: &Build) {
    if build.fields.is_empty() {
        return;
    }
    out.name("fields");
    out.object(|out| {
        for field in &build.fields {
            out.name(&field.name);
            out.object(|out| {
                out.truth("volatile", field.volatile);
                if let Some(default) = &field.default {
                    out.name("default");
                    out.out.push_str(default);
                }
            });
        }
    });
}

fn mail(out: &mut Writer, mail: Mail) {
    out.text("from", mail.from.name());
    if mail.from == MailFrom::Handler {
        return;
    }
    if mail.inbox != Inbox::Nothing {
        out.text("inbox", mail.inbox.name());
    }
    if let Some(length) = mail.remembers {
        out.time("remembers", length);
    }
    out.time_unless("relay", mail.relay, Mail::RELAY);
}
