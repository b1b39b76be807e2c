//! Cloud providers.

cited! {
    AWS_EC2 {
        "Amazon EC2: Ensuring idempotency in API requests" "https://docs.aws.amazon.com/ec2/latest/devguide/ec2-api-idempotency.html";
        "Amazon EC2 API reference: Error codes" "https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html";
        "Amazon EC2 user guide, editions of 2013 and 2016" "https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/Run_Instance_Idempotency.html";
        "Amazon Builders’ Library: Making retries safe with idempotent APIs" "https://aws.amazon.com/builders-library/making-retries-safe-with-idempotent-APIs/";

        Carrier V 0;
        Methods V 0 "只有列出的动作；TerminateInstances等五个动作不带令牌也幂等。"
            "Listed actions only; five, such as TerminateInstances, are idempotent with no token.";
        KeyPolicy VA 0 "RunInstances省略令牌时会自动生成一个。坏令牌的状态没有查到，假定为400。"
            "RunInstances has one generated where it is omitted. The status for a bad token was not found, 400 is assumed.";
        Scope V 0 "换一个区域，或者请求按可用区计时换一个可用区，同一个令牌会再启动一个实例。"
            "The same token in another Region, or in another zone where the request is zonal, launches another instance.";
        Fingerprint VA 0 "区域和可用区不比较；换了区又换参数，可能成功，也可能报不符。换一个动作算不算换参数，没有查到，假定不算。"
            "Region and zone are not compared; other parameters in another one may pass or be a mismatch. Whether another action counts as other parameters was not found: assumed not.";
        Mismatch VA 0 "写明是客户端错误，即4xx；正好是400，是假定。"
            "Documented as a client error, 4xx; that it is exactly 400 is assumed.";
        InFlight I 0 "没有写明的错误码。RunInstances很快就回pending，重复的请求通常看到当前状态：这是推断。"
            "No documented code. RunInstances returns early, as pending, so a duplicate normally sees the current state: inferred.";
        Stores I 0 "成功后再来什么也不多做，文档写明；错误不存，从重试表推断。"
            "That a retry after success does nothing more is documented; that errors are not stored is inferred from the retry table.";
        FailedWork I 0 "5xx退避后重试，文档写明；从头再做，是推断。"
            "That a 5xx is retried with backoff is documented; that all of it runs again is inferred.";
        Replay V 0 "实例终止后才到的重试：文章的例子回成功和terminated，EC2另列有IdempotentInstanceTerminated；哪个都不是必然。"
            "A retry after termination: the article’s example succeeds with state terminated, EC2 also lists IdempotentInstanceTerminated; neither always happens.";
        Retention VA 2 "旧资料：2013和2016年版说实例终止后至少24小时，现行页面没说。现在仍然如此，是假定。"
            "Historical: the 2013 and 2016 editions said at least 24 h after the instance’s termination, the current page is silent. That it still holds is assumed.";
        AfterExpiry I 0 "记录没了就当作新请求：这是推断。"
            "That a token runs as new once its record is gone is inferred.";
    }

    LAMBDA_POWERTOOLS {
        "Powertools for AWS Lambda (Python): Idempotency" "https://docs.powertools.aws.dev/lambda/python/latest/utilities/idempotency/";
        "powertools-lambda-python: utilities/idempotency" "https://github.com/aws-powertools/powertools-lambda-python";

        Carrier V 1 "默认对整个事件取哈希：内容变了，键就变了，直接执行。这个预设用JMESPath选一部分。"
            "By default the whole event is hashed: another payload is another key and simply runs. This preset selects a part by JMESPath.";
        Methods V 0;
        KeyPolicy V 1 "没有键就告警，不加保护地执行；设了raise_on_no_idempotency_key=True才报IdempotencyKeyError。"
            "Without a key there is a warning and an unprotected run; raise_on_no_idempotency_key=True makes it an IdempotencyKeyError.";
        Scope V 1;
        Fingerprint V 1 "设了payload_validation_jmespath才比较。"
            "Compared only where payload_validation_jmespath is set.";
        Mismatch V 1 "设了payload_validation_jmespath就改报IdempotencyValidationError；在DynamoDB里先于「处理中」检查。"
            "With payload_validation_jmespath it is an IdempotencyValidationError instead, checked before “in progress” on DynamoDB.";
        InFlight VA 1 "没有HTTP状态，由应用决定；运行假定409，租约假定剩余运行时间30秒。没有Lambda上下文就没有租约。"
            "No HTTP status, the app decides: the run assumes 409, and 30 s of remaining runtime as the lease. Without Lambda context there is no lease.";
        Stores VA 1 "看返回还是抛出，不看状态：返回的500也存，抛出异常就删记录。完成时的写入没有防护。校验失败怎样，是假定。"
            "By returned or raised, not by status: a returned 500 is saved, an exception deletes the record. The completion write is unfenced. Validation is assumed.";
        FailedWork V 1 "只说抛出的异常；返回的错误算结果，会重放。"
            "Of raised exceptions only; a returned error is a result and is replayed.";
        Replay V 1 "存下的JSON会重新序列化，响应钩子还可以改它。"
            "The stored JSON is serialised again, and a response hook may edit it.";
        Retention V 1 "3600秒是默认值，写下成功记录时重新起算。"
            "3600 s is the default, restarted when the success record is written.";
        AfterExpiry V 1 "DynamoDB的TTL清除最多可晚48小时，所以到期由代码检查。"
            "DynamoDB’s TTL deletion may lag up to 48 h, so expiry is checked in code.";
    }

    AZURE_ACS_EMAIL {
        "OASIS Repeatable Requests 1.0" "https://docs.oasis-open.org/odata/repeatable-requests/v1.0/repeatable-requests-v1.0.html";
        "Azure REST API guidelines: Repeatability of requests" "https://github.com/microsoft/api-guidelines/blob/vNext/azure/Guidelines.md#repeatability-of-requests";
        "Azure Communication Services: Repeatable requests" "https://learn.microsoft.com/en-us/rest/api/communication/repeatable-requests";

        Carrier V 2 "还要带Repeatability-First-Sent：客户端自己写的首次发送时间。"
            "Goes with Repeatability-First-Sent, the client’s own time of the first send.";
        Methods V 1 "Azure指南：POST应当（SHOULD）支持。OASIS还包括PUT、PATCH、DELETE。"
            "Azure’s guidelines: SHOULD for POST. OASIS also covers PUT, PATCH and DELETE.";
        KeyPolicy VA 2 "页面说要可重复就必须带；Email Send的OpenAPI没列这两个请求头。不带也接受、只是不可重复，是假定。"
            "The page calls the headers mandatory for repeatability, Email Send’s OpenAPI files do not list them. That a request without them is accepted, not repeatable, is assumed.";
        Scope U 0 "另有Repeatability-Client-ID请求头，怎样起作用没有查到。"
            "A Repeatability-Client-ID header is registered; what it does to the scope was not found.";
        Fingerprint V 2;
        Mismatch V 2 "rejected写在响应头Repeatability-Result里。"
            "“rejected” is said in the header Repeatability-Result.";
        InFlight V 2 "只在Email Send里写明。重复的请求如果参数也不同，先查哪一项没有查到。"
            "Stated for Email Send only. Which check wins if the duplicate also has other parameters was not found.";
        Stores VA 2 "5xx会重新执行，只在Email Send里写明；校验失败存不存没有查到，是假定。"
            "Re-execution after a 5xx is stated for Email Send only; whether validation failures are stored was not found and is assumed.";
        FailedWork V 2 "5xx会重新执行，只在Email Send里写明。"
            "Re-execution after a 5xx is stated for Email Send only.";
        Replay VA 2 "状态与第一次相同，文档写明；正文逐字相同是假定。accepted第一次也有：不是重放标记。"
            "The original’s status is documented, a verbatim body is assumed. “accepted” is on the first answer too: no replay flag.";
        Retention V 2 "这里5分钟；Azure的规则是至少5分钟。"
            "5 min here; Azure’s rule is at least 5 min.";
        AfterExpiry V 2 "从不再次执行；客户端时钟偏了，会误得412。"
            "Never executed again; a skewed client clock causes a false 412.";
    }

    GOOGLE_AIP_155 {
        "Google AIP-155: Request identification" "https://google.aip.dev/155";
        "Google Cloud Python client: Network Connectivity" "https://cloud.google.com/python/docs/reference/networkconnectivity/latest";

        Carrier V 0 "在请求消息里，从不在资源上。"
            "On the request message, never on the resource.";
        Methods V 0;
        KeyPolicy VA 0 "36个ASCII字符出自示例；键是UUID时才要求注明UUID4。坏键的状态没有查到，假定为400。"
            "36 ASCII characters come from the example; a UUID4 annotation is required where keys are UUIDs. The status for a bad key was not found, 400 is assumed.";
        Scope U 0;
        Fingerprint U 0;
        Mismatch U 0;
        InFlight U 0;
        Stores VA 0 "只说重复的请求应当（SHOULD）得到先前的成功；其他结果没有规定，是假定。"
            "Only that a duplicate SHOULD get the previous success; other outcomes are unspecified and assumed.";
        FailedWork U 0;
        Replay V 0 "应当（SHOULD）返回先前的成功；再现不了，可以（MAY）返回当前状态。"
            "The previous success SHOULD come back; where it cannot be reproduced, current state MAY.";
        Retention V 1 "AIP-155只说「任何合理的时长」；至少60分钟出自许多Google Cloud API的字段注释。"
            "AIP-155 says any reasonable timeframe; at least 60 minutes is in many Google Cloud APIs’ field comments.";
        AfterExpiry U 0;
    }
}
