//! The values that knobs can have, as scenario files spell them.

spelled! {
    /// In what part of a request its key is.
    CarrierKind {
        /// An HTTP header.
        Header = "header",
        /// A field of the body.
        BodyField = "body-field",
        /// A parameter of the call.
        Param = "param",
        /// A directive of the query language.
        Directive = "directive",
        /// Made by the service from the request.
        Derived = "derived",
    }
}
spelled! {
    /// Whether a request must have a key.
    Presence {
        /// A request without one is refused.
        Required = "required",
        /// A request without one runs unprotected.
        Optional = "optional",
        /// A request without one is given one, which protects nobody's retry.
        Auto = "auto",
    }
}
spelled! {
    /// What a key must look like.
    KeyFormat {
        /// Anything.
        Opaque = "opaque",
        /// ASCII characters.
        Ascii = "ascii",
        /// A UUID.
        Uuid4 = "uuid4",
        /// A GUID.
        Guid = "guid",
        /// A Structured Field String: visible ASCII, in double quotes on the wire.
        SfString = "sf-string",
        /// A digest; the service makes it, so that nothing is refused.
        Md5 = "md5",
    }
}
spelled! {
    /// What, together with the key, names a record.
    ScopePart {
        /// Whoever calls.
        Caller = "caller",
        /// The account.
        Account = "account",
        /// The company that several accounts belong to.
        Company = "company",
        /// The user.
        User = "user",
        /// Test or live data. This world has one.
        Sandbox = "sandbox",
        /// The region.
        Region = "region",
        /// The zone in a region; this world draws both as region.
        Zone = "zone",
        /// The endpoint.
        Api = "api",
        /// The function; this world draws it as endpoint.
        Function = "function",
    }
}
spelled! {
    /// What is compared when a key comes back.
    FingerprintRule {
        /// The parameters.
        Params = "params",
        /// Endpoint and parameters.
        EndpointParams = "endpoint-params",
        /// Chosen fields; in this world all that are compared.
        SelectedFields = "selected-fields",
        /// As the implementation likes; in this world the parameters.
        ImplementationDefined = "implementation-defined",
        /// Nothing.
        Nothing = "none",
    }
}
spelled! {
    /// What the same key with other parameters meets.
    MismatchDoes {
        /// A refusal.
        Reject = "reject",
        /// The first answer, without a word.
        ReplayOriginal = "replay-original",
        /// What a duplicate meets.
        SameAsDuplicate = "same-as-duplicate",
        /// It runs, and the key counts for nothing.
        TreatAsNew = "treat-as-new",
    }
}
spelled! {
    /// Whether an outcome becomes the record.
    Store {
        /// It does, and is replayed.
        Pin = "pin",
        /// It does not.
        Drop = "drop",
    }
}
spelled! {
    /// What a same-key retry does after work that failed.
    FailedWork {
        /// The stored error comes back; what was dropped runs again.
        ReplayError = "replay-error",
        /// All of it runs again.
        Rerun = "rerun",
        /// It goes on where it stopped.
        Resume = "resume",
        /// What failed runs again, what was done is not repeated.
        ReexecuteFailedParts = "reexecute-failed-parts",
    }
}
spelled! {
    /// Which answer a replay gives back.
    ReplayMode {
        /// The stored status and body.
        Verbatim = "verbatim",
        /// What the order is like now.
        UpdatedState = "updated-state",
        /// The stored answer while it is still true, else what the order is like now.
        StoredOrCurrent = "stored-or-current",
        /// A conflict that points to what was made.
        ConflictPointer = "conflict-pointer",
    }
}
spelled! {
    /// What kind of promise a retention is.
    RetentionKind {
        /// A floor: gone no earlier, perhaps later.
        AtLeast = "at-least",
        /// Gone then.
        Fixed = "fixed",
        /// Each API has its own.
        PerApi = "per-api",
        /// As long as the resource lives, and then some.
        ResourceLifetimePlus = "resource-lifetime-plus",
        /// Each server publishes its own.
        PublishedByServer = "published-by-server",
        /// Not told.
        Unpublished = "unpublished",
    }
}
spelled! {
    /// Where the retention's window starts.
    Clock {
        /// At the arrival of the request that made the record.
        FirstSeen = "first-seen",
        /// When the record was finished.
        Completed = "completed",
        /// At the time that the client says it first sent.
        ClientTimestamp = "client-timestamp",
    }
}
