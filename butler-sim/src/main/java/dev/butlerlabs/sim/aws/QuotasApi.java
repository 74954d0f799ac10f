package dev.butlerlabs.sim.aws;

import dev.butlerlabs.sim.http.HttpApiRequest;
import dev.butlerlabs.sim.http.HttpApiResponse;

/** Service Quotas with one quota: vCPUs of standard instances. */
record QuotasApi(int virtualProcessors) {
    private static final String TARGET = "ServiceQuotasV20190624.GetServiceQuota";
    private static final String STANDARD_INSTANCES = "L-1216C47A";
    private static final String JSON = "application/x-amz-json-1.1";

    HttpApiResponse answer(HttpApiRequest request) {
        if (!TARGET.equals(request.header("X-Amz-Target").orElse(""))) {
            throw AwsErrorResponse.of("InvalidAction", "Unknown operation.");
        }
        if (!request.text().contains("\"" + STANDARD_INSTANCES + "\"")) {
            throw AwsErrorResponse.of(
                    "NoSuchResourceException",
                    "The request failed because the specified service quota does not exist.");
        }
        return HttpApiResponse.of(
                200,
                JSON,
                "{\"Quota\":{\"ServiceCode\":\"ec2\",\"QuotaCode\":\"%s\",\"Value\":%d}}"
                        .formatted(STANDARD_INSTANCES, virtualProcessors));
    }

    static HttpApiResponse error(AwsErrorResponse refusal) {
        return HttpApiResponse.of(
                refusal.status(),
                JSON,
                "{\"__type\":\"%s\",\"message\":\"%s\"}".formatted(refusal.code(), refusal.getMessage()));
    }
}
