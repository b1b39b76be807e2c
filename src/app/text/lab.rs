//! The lab: controls, their options, what these mean, and faults.

table! {
    /// The lab's controls.
    pub struct LabTexts {
        /// After a real reload with a durable key.
        reloaded_durable,
        /// After a real reload with the key in memory.
        reloaded_memory,
        /// The panel.
        controls,
        /// A group, and a tab of the sheet on a phone.
        client_group,
        /// A group, and a tab of the sheet on a phone.
        time_group,
        /// A group, and a tab of the sheet on a phone.
        network_group,
        /// A group, and a tab of the sheet on a phone.
        service_group,
        /// Opens the sheet on a phone.
        open_sheet,
        /// The group of client buttons.
        which_client,
        /// Makes an intent.
        new_intent,
        /// Sends it.
        send,
        /// Sends again.
        retry_same_key,
        /// Sends again under a new key.
        retry_new_key,
        /// Sends twice at once.
        send_twice,
        /// Adds a client.
        add_client,
        /// Reloads the client.
        reload_client,
        /// Swaps the body's fields.
        swap_fields,
        /// The quantity.
        quantity,
        /// Accessible name of the stepper's minus.
        fewer,
        /// Accessible name of the stepper's plus.
        more,
        /// The product.
        product,
        /// When the next action happens. `{time}`.
        next_step_at,
        /// Moves time.
        plus_30_s,
        /// Moves time.
        plus_23_h,
        /// Moves time.
        past_retention,
        /// Copies the scenario.
        copy_json,
        /// It was copied.
        copied,
        /// It could not be copied.
        cannot_copy,
        /// Accessible name of that text.
        scenario_json,
        /// Opens what was pasted.
        open_json,
        /// The scenario is remembered.
        stored,
        /// It is not.
        not_remembered,
        /// The intent record's heading.
        intent_record,
        /// What it is.
        intent_record_text,
        /// In memory.
        intent_record_memory,
        /// There is none.
        intent_record_none,
        /// What it does not prove.
        intent_record_caveat,
        /// Where the request goes.
        target,
        /// What it asks for.
        parameters,
        /// Under which key.
        key,
        /// What the client thinks.
        belief,
        /// A choice.
        key_policy,
        /// A choice.
        key_kept,
        /// A choice.
        lease,
        /// A choice.
        write_order,
        /// A choice.
        in_flight,
        /// A choice.
        failures,
        /// A choice.
        retention,
        /// A choice.
        kept_longer,
        /// A choice.
        effect_at,
        /// A choice.
        key_forwarded,
        /// A choice.
        effect_takes,
        /// A choice.
        timeout,
        /// A choice.
        auto_retry,
        /// A choice.
        backoff,
        /// A choice.
        factor,
        /// The list of faults.
        faults,
        /// There is none.
        no_faults,
        /// The network group's hint.
        tap_message,
        /// The service group's hint.
        tap_bar,
        /// A limit. `{n}`.
        limit_steps,
        /// A limit. `{dur}`.
        limit_horizon,
    }
}

table! {
    /// The options of the lab's controls.
    pub struct ChoiceTexts {
        /// A key policy.
        per_intent,
        /// A key policy.
        per_attempt,
        /// A key policy.
        body_hash,
        /// A key policy.
        business_id,
        /// Where the key is kept.
        durable,
        /// Where the key is kept.
        memory,
        /// A write order.
        ignore,
        /// A write order.
        check_then_act,
        /// A write order.
        claim_first,
        /// A write order.
        claim_then_commit,
        /// A write order.
        one_transaction,
        /// In flight.
        reject,
        /// In flight. `{dur}`.
        wait,
        /// Failures.
        stored,
        /// Failures.
        released,
        /// A lease.
        no_lease,
        /// A lease, with its name. `{dur}`.
        lease,
        /// A retention, with its name. `{dur}`.
        retention,
        /// Kept longer, with its name. `{dur}`.
        kept_longer,
        /// Where the effect is.
        ledger,
        /// Where the effect is.
        provider,
        /// Whether the key goes along.
        forwarded_no,
        /// Whether the key goes along.
        forwarded_yes,
        /// A switch.
        on,
        /// A switch.
        off,
        /// What is retried.
        on_timeout,
        /// What is retried.
        on_in_flight,
        /// What is retried.
        on_server_error,
    }
}

table! {
    /// What a choice means and what still breaks it.
    pub struct HintTexts {
        /// A write order.
        ignore,
        /// A write order.
        check_then_act,
        /// A write order.
        claim_first,
        /// A write order.
        claim_then_commit,
        /// A write order.
        one_transaction,
        /// The group's second heading.
        what_commits,
        /// A key policy.
        per_intent,
        /// A key policy.
        per_attempt,
        /// A key policy.
        body_hash,
        /// A key policy.
        business_id,
        /// Where the key is kept.
        durable,
        /// Where the key is kept.
        memory,
        /// In flight.
        reject,
        /// In flight.
        wait,
        /// Failures.
        stored,
        /// Failures.
        released,
        /// A lease.
        no_lease,
        /// A lease.
        lease,
        /// The retention.
        retention,
        /// Kept longer.
        kept_longer,
        /// Where the effect is.
        provider,
        /// Whether the key goes along.
        forwarded_no,
        /// Whether the key goes along.
        forwarded_yes,
    }
}

table! {
    /// Faults: chips and names.
    pub struct FaultTexts {
        /// A chip.
        lose,
        /// A chip.
        delay,
        /// A chip. `{dur}`.
        delay_by,
        /// A chip.
        duplicate,
        /// A chip.
        fail_before,
        /// A chip.
        fail_after,
        /// A chip.
        crash_here,
        /// A chip.
        remove,
        /// A chip's accessible name. `{fault}`.
        remove_this,
        /// A fault. `{attempt}`, `{message}`.
        lose_name,
        /// A fault. `{attempt}`, `{message}`, `{dur}`.
        delay_name,
        /// A fault. `{attempt}`, `{dur}`.
        duplicate_name,
        /// A fault. `{attempt}`, `{status}`.
        fail_before_name,
        /// A fault. `{attempt}`, `{status}`.
        fail_after_name,
        /// A fault. `{attempt}`, `{point}`, `{dur}`.
        crash_name,
    }
}
