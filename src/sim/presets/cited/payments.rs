//! Payment providers.

cited! {
    STRIPE_V1 {
        "Stripe API reference: Idempotent requests" "https://docs.stripe.com/api/idempotent_requests";
        "Stripe documentation: Advanced error handling" "https://docs.stripe.com/error-low-level";
        "Stripe API reference: Errors" "https://docs.stripe.com/api/errors";
        "Stripe documentation: Error codes" "https://docs.stripe.com/error-codes";
        "stripe-node: src/RequestSender.ts, src/Error.ts" "https://github.com/stripe/stripe-node";
        "stripe-go: stripe.go" "https://github.com/stripe/stripe-go";
        "stripe-ruby: issue 503" "https://github.com/stripe/stripe-ruby/issues/503";
        "stripe-ruby: issue 598" "https://github.com/stripe/stripe-ruby/issues/598";

        Carrier V 0;
        Methods V 0 "在GET和DELETE上没有作用，它们按定义就是幂等的。"
            "No effect on GET and DELETE, which count as idempotent by definition.";
        KeyPolicy VA 0 "stripe-go在本地就拒绝超过255个字符的键；API对坏键回什么状态没有查到，假定为400。"
            "stripe-go refuses keys over 255 characters locally; the API’s status for a bad key was not found, 400 is assumed.";
        Scope V 0 "测试模式、沙盒、关联账户之间怎样划分，没有查到。"
            "How keys are split between test mode, sandboxes and connected accounts was not found.";
        Fingerprint V 2 "换了端点也算不符；API版本和其他请求头算不算，没有查到。"
            "Another endpoint is a mismatch too; whether the API version or other headers count was not found.";
        Mismatch V 4 "API参考没写状态：400出自stripe-node源码和stripe-ruby的issue 503。"
            "The API reference gives no status: 400 comes from stripe-node’s source and stripe-ruby issue 503.";
        InFlight V 3 "这个409不会存下。重复的请求如果参数也不同，先查哪一项没有查到。"
            "This 409 is not stored. Which check wins if the duplicate also has other parameters was not found.";
        Stores VA 1 "执行没开始就不存：校验失败、处理中的409、没带API密钥的401、429。崩溃留下什么没有说明，是假定。"
            "Nothing is stored before execution begins: failed validation, 409 in use, 401 without API key, 429. What a crash leaves is not documented, so assumed.";
        FailedWork V 1 "Stripe建议4xx之后换新键，500之后不要换。本页的例外：处理中的409，或结果未知之后的429，换键可能扣两次款。"
            "Stripe advises a new key after any 4xx, not after a 500. This page’s exception: after 409 in use, or a 429 that follows an unknown attempt, a new key can charge twice.";
        Replay V 1 "其他响应头不保证相同。"
            "Other response headers are not promised to be the same.";
        Retention V 0 "24小时是下限：过后键可能清除，不是到点就清除。"
            "24 h is a floor; keys may be pruned after it, not at it.";
        AfterExpiry V 0;
    }

    STRIPE_V2 {
        "Stripe API v2 overview: Idempotency" "https://docs.stripe.com/api-v2-overview#idempotency";
        "Stripe API reference: Idempotent requests, 2026-09-30.preview" "https://docs.stripe.com/api/idempotent_requests?api-version=2026-09-30.preview";
        "stripe-node: src/RequestSender.ts, src/Error.ts" "https://github.com/stripe/stripe-node";

        Carrier V 0;
        Methods V 0 "在GET上没有作用。"
            "No effect on GET.";
        KeyPolicy VA 0 "没带键时Stripe造一个UUID，护不住你自己的重试。最大长度和坏键的状态没有查到，假定为不限和400。"
            "Without a key Stripe makes a UUID, which does not protect your own retry. Maximum length and status for a bad key were not found: none and 400 are assumed.";
        Scope V 0 "所以同一个键用在另一个API上是另一件事：这是推断。"
            "That the same key on another API is therefore an independent operation is inferred.";
        Fingerprint U 0;
        Mismatch U 2 "stripe-node认得v2的idempotency_error，可见有某种不符错误；状态没有查到。"
            "stripe-node recognises idempotency_error for v2, so some mismatch error exists; its status was not found.";
        InFlight U 0;
        Stores IA 0 "成功就不再变，文档写明；失败不存，从「重新执行」推断；校验失败怎样没有查到，是假定。"
            "That success is final is documented; that failures are not stored is inferred from “re-executed”. Validation was not found and is assumed.";
        FailedWork V 0;
        Replay VA 0 "重放的状态没有查到，假定与第一次相同。已不能重放时，错误会说明原因。"
            "The status of a replay was not found, the first one’s is assumed. Where replay is no longer possible, an error says why.";
        Retention V 0;
        AfterExpiry I 0 "30天后当作新请求：这是推断。"
            "That a key runs as new after 30 days is inferred.";
    }

    GOCARDLESS {
        "GoCardless blog: Idempotency keys" "https://gocardless.com/blog/idempotency-keys";
        "gocardless-pro-ruby" "https://github.com/gocardless/gocardless-pro-ruby";

        Carrier V 0;
        Methods V 0 "只用于创建资源的端点。"
            "Creation endpoints only.";
        KeyPolicy V 1 "官方SDK在POST上自动带UUID；最大长度没有查到。"
            "Official SDKs send a UUID on POST by themselves; a maximum length was not found.";
        Scope U 0;
        Fingerprint U 0;
        Mismatch I 1 "没有见到单独的不符错误。SDK文档说，用过的键再创建都不会成功；由此推断是同一个409。"
            "No mismatch error of its own was seen. SDK docs say any create with a used key will not succeed, hence the same 409: inferred.";
        InFlight U 0;
        Stores I 0 "失败后可以同键重试，文档写明；失败因此不存，是推断。"
            "That a failed attempt may be retried with the same key is documented; that failures are therefore not stored is inferred.";
        FailedWork I 0 "失败后可以同键重试，文档写明；从头再做，是推断。"
            "That a failed attempt may be retried with the same key is documented; that all of it runs again is inferred.";
        Replay V 0 "这个409说的是已经做成。官方SDK默认接着取回那个资源。"
            "This 409 means already done. Official SDKs then fetch that resource by default.";
        Retention U 0;
        AfterExpiry U 0;
    }

    PAYPAL_ORDERS_V2 {
        "PayPal REST reference: Idempotency" "https://developer.paypal.com/api/rest/reference/idempotency/";
        "PayPal REST API specifications" "https://github.com/paypal/paypal-rest-api-specifications";
        "PayPal API style guide, 2018: Idempotency" "https://github.com/paypal/api-standards/blob/master/patterns.md#idempotency";

        Carrier V 0;
        Methods V 0 "只在支持它的API上。"
            "Only where an API supports it.";
        KeyPolicy VA 1 "创建订单的同时处理付款，就必须带键。坏键的状态没有查到，假定为400。"
            "Needed where the create call processes payment. The status for a bad key was not found, 400 is assumed.";
        Scope U 0;
        Fingerprint U 0;
        Mismatch U 2 "Orders和Payments的公开文档没写；Vault列有PAYPAL_REQUEST_ID_PREVIOUSLY_USED；2018年的风格指南说422，现状未核实。"
            "Not in the public docs of Orders or Payments. Vault lists PAYPAL_REQUEST_ID_PREVIOUSLY_USED; the 2018 style guide says 422, live behaviour unverified.";
        InFlight I 1 "Payments v2写有这个409，针对资源，不针对键；Orders v2的规范里没有。总则只说：两个同时到，第二个可能失败。"
            "Payments v2 documents this 409, per resource rather than per key; the Orders v2 specification does not. In general the second of two “may fail”.";
        Stores IA 0 "5xx和超时应当重试，由此推断不存；校验失败和4xx存不存没有查到，是假定。"
            "5xx and timeouts are meant to be retried, hence not stored: inferred. Validation failures and 4xx were not found and are assumed.";
        FailedWork I 0 "5xx和超时应当重试，文档写明；从头再做，是推断。"
            "That 5xx and timeouts are meant to be retried is documented; that all of it runs again is inferred.";
        Replay V 1 "Orders v2第一次201，重复时200。总指南里capture的例子重复时也是201：PayPal没有统一的状态。"
            "Orders v2: 201 first, 200 for the repeat. The general guide’s capture example repeats 201: there is no one status for PayPal.";
        Retention VA 1 "Orders v2为6小时（可约定到72小时）；Payments v2 45天，订阅和目录72小时，Payouts和Payments v1 30天，Vault v3 3小时。起算点没有查到，是假定。"
            "Orders v2 6 h (72 h by arrangement); Payments v2 45 d; Subscriptions, Catalog 72 h; Payouts, Payments v1 30 d; Vault v3 3 h. Where the window starts was not found and is assumed.";
        AfterExpiry I 0 "到期后当作新请求：这是推断。"
            "That a key runs as new after expiry is inferred.";
    }

    ADYEN {
        "Adyen: API idempotency" "https://docs.adyen.com/development-resources/api-idempotency";

        Carrier V 0;
        Methods V 0;
        KeyPolicy VA 0 "坏键的状态没有查到，假定为400。"
            "The status for a bad key was not found, 400 is assumed.";
        Scope V 0 "键存在公司账户一级：同公司的两份凭据可能读到彼此的响应。各区域端点互不检查。"
            "Keys are stored per company account: two credentials under one company could read each other’s responses. Not checked across regional endpoints.";
        Fingerprint U 0;
        Mismatch U 0;
        InFlight VA 0 "422或409，错误码704；何时是哪个没有查到，假定为422。响应头transient-error: true才表示该用同键重试。"
            "422 or 409, error code 704; which one when was not found, 422 is assumed. Only the header transient-error: true says that retrying with the same key is right.";
        Stores VA 0 "返回第一个处理完的响应，文档写明；错误存不存没有查到，是假定。"
            "The first processed response is returned; whether errors are stored was not found and is assumed.";
        FailedWork U 0;
        Replay VA 0 "返回第一次的响应，文档写明；逐字相同是假定。回显的响应头第一次想必也有：不是重放标记。"
            "The response to the first attempt is returned; that it is verbatim is assumed. The echoed header is presumably on the first answer too: no replay flag.";
        Retention V 0 "各版文档不一：读到的是至少7天，旧版至少31天，2026年另有一份写7到14天（二手）。"
            "Copies differ: at least 7 days in the one read, at least 31 in an old one, 7 to 14 in one of 2026 (secondary).";
        AfterExpiry I 0 "到期后当作新请求：这是推断。"
            "That a key runs as new after expiry is inferred.";
    }

    SQUARE_CREATE_PAYMENT {
        "Square: Idempotency" "https://developer.squareup.com/docs/working-with-apis/idempotency";
        "Square Connect API specification: api.json" "https://github.com/square/connect-api-specification";
        "Square developer forum: How long are idempotency keys retained?" "https://developer.squareup.com/forums/t/how-long-are-idempotency-keys-retained-for-the-createpayment-endpoint/28303";

        Carrier V 1;
        Methods V 1;
        KeyPolicy VA 1 "各端点的上限不同：45、64、128、192、255，或者没有。缺键和坏键的状态没有查到，假定为400。"
            "Limits differ by endpoint: 45, 64, 128, 192, 255 or none. The statuses for a missing or bad key were not found, 400 is assumed.";
        Scope U 0 "大概按端点区分，只是推断。"
            "Perhaps per endpoint, by inference only.";
        Fingerprint V 0 "各API的做法可能不同。"
            "May vary by API.";
        Mismatch S 1 "错误码出自官方规范；400只有二手资料，各API也可能不同。"
            "The code is in the official specification; 400 has a secondary source only, and it may vary by API.";
        InFlight U 0;
        Stores VA 0 "文档只说第一个成功的响应；其他结果存不存没有查到，是假定。"
            "Only the first successful response is spoken of; whether other outcomes are stored was not found and is assumed.";
        FailedWork U 0;
        Replay V 0;
        Retention VA 2 "没有公布，Square论坛的一则回复这样说；留多久是假定。"
            "Not published, says a reply in Square’s forum; how long it lasts is assumed.";
        AfterExpiry U 0;
    }
}
