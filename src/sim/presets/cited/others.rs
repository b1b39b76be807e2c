//! A draft, a shop, and an example to read.

cited! {
    IETF_DRAFT_07 {
        "IETF draft-ietf-httpapi-idempotency-key-header-07" "https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07";
        "ietf-wg-httpapi/idempotency" "https://github.com/ietf-wg-httpapi/idempotency";

        Carrier V 0 "已过期的草案，不是RFC。值是结构化字段的字符串，在线上带双引号。"
            "An expired draft, not an RFC. The value is a Structured Field String, in double quotes on the wire.";
        Methods V 0;
        KeyPolicy VA 0 "操作的文档要求带键时，缺键应当（SHOULD）回400；坏键的状态没有查到，假定为400。"
            "Where the operation is documented to require a key, a missing one SHOULD get 400. The status for a bad one was not found, 400 is assumed.";
        Scope U 0 "由资源方定义；草案建议查找时加入客户端的属性。"
            "Defined by the resource owner; the draft suggests a composite look-up key that mixes in client attributes.";
        Fingerprint VA 0 "可有可无（MAY），比较什么由实现决定；比较参数，是假定。"
            "Optional (MAY), of all or part of the payload; that the parameters are compared is assumed.";
        Mismatch V 0 "已过期的草案，用词是SHOULD。"
            "An expired draft, and a SHOULD.";
        InFlight V 0 "已过期的草案，用词是SHOULD。重复的请求如果参数也不同，先查哪一项没有说明。"
            "An expired draft, and a SHOULD. Which check wins if the duplicate also has other parameters is not said.";
        Stores VA 0 "完成的结果，成功或错误，应当（SHOULD）返回；校验失败、异常、崩溃没有说明，是假定。"
            "A completed result, success or error, SHOULD be returned; validation failures, exceptions and crashes are not spoken of and are assumed.";
        FailedWork V 0 "先前的结果是错误，也应当（SHOULD）返回。"
            "An earlier result SHOULD be returned, an error too.";
        Replay VA 0 "先前的结果应当（SHOULD）返回；逐字相同是假定。草案没有重放标记。"
            "The earlier result SHOULD be returned; that it is verbatim is assumed. The draft has no replay header.";
        Retention VA 0 "可以（MAY）过期；规则应当（SHOULD）由服务器公布。留多久、从何时算起，是假定。"
            "Keys MAY expire; the server SHOULD publish how. How long, and from when, is assumed.";
        AfterExpiry U 0;
    }

    ROCKET_RIDES_ATOMIC {
        "rocket-rides-atomic" "https://github.com/brandur/rocket-rides-atomic";

        Carrier V 0;
        Methods V 0;
        KeyPolicy VA 0 "没有键或短于20个字符，回400。100是数据库的列宽；更长的键得到400，是假定。"
            "Missing or shorter than 20: 400. 100 is the column’s limit; that a longer key gets 400 is assumed.";
        Scope V 0;
        Fingerprint V 0 "方法和路径也存，但不比较。"
            "Method and path are stored but not compared.";
        Mismatch V 0 "先查这一项，再查锁。"
            "Checked before the lock.";
        InFlight V 0 "锁在90秒内才回409。串行化失败又是另一种409。"
            "409 while the lock is younger than 90 s. A serialisation failure is yet another 409.";
        Stores V 0 "有意回的201、402、503都存。意外的500不存：放开锁，留下恢复点。"
            "201, 402 and 503 are deliberate and stored. An unexpected 500 is not: the lock is released, the recovery point kept.";
        FailedWork V 0 "从存下的恢复点接着做；外部扣款用派生的键。"
            "Resumes from the saved recovery point; the external charge uses a derived key.";
        Replay V 0 "响应存为JSONB：字节不保证相同。"
            "The response is stored as JSONB: bytes are not promised.";
        Retention V 0 "由清理程序删除超过72小时的键。"
            "A reaper deletes keys older than 72 h.";
        AfterExpiry V 0;
    }

    SHOPIFY_ADMIN {
        "Shopify: Idempotent requests" "https://shopify.dev/docs/api/usage/idempotent-requests";
        "Shopify: Implementing idempotency" "https://shopify.dev/docs/api/usage/implementing-idempotency";
        "Shopify changelog: Making idempotency mandatory" "https://shopify.dev/changelog/making-idempotency-mandatory-for-inventory-adjustments-and-refund-mutations";

        Carrier V 2;
        Methods V 2 "库存类和退款类的mutation。"
            "Mutations of the inventory and refund family.";
        KeyPolicy VA 2 "API 2026-01起可选，2026-04起必需。缺键是运行时错误；状态400是假定。"
            "Optional from API 2026-01, mandatory from 2026-04. A missing key is a runtime error; that its status is 400 is assumed.";
        Scope U 0;
        Fingerprint V 0;
        Mismatch VA 0 "在userErrors的code里返回，这是推断；HTTP状态200是假定。"
            "Returned as userErrors[].code, by inference; that the HTTP status is 200 is assumed.";
        InFlight VA 0 "在userErrors的code里返回，这是推断；HTTP状态200是假定。应当退避后用同键重试（二手）。"
            "Returned as userErrors[].code, by inference; that the HTTP status is 200 is assumed. Back off and reuse the key (secondary).";
        Stores SA 0 "只有成功会留下，出自二手资料；其他结果没有查到，是假定。"
            "That success is kept has a secondary source; other outcomes were not found and are assumed.";
        FailedWork U 0 "二手资料：部分mutation有IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED。"
            "Secondary: some mutations have IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED.";
        Replay S 0 "得到原操作的结果，官方写明；由当前记录重新拼出而不是存下的，出自二手资料。"
            "That the original operation’s result comes back is official; that it is rebuilt from current records, not stored, is secondary.";
        Retention S 0 "从第一次请求起24小时，出自二手资料。"
            "24 h from the original request has a secondary source.";
        AfterExpiry S 0 "24小时后当作新请求，出自二手资料。"
            "That a key runs as new after 24 h has a secondary source.";
    }
}
