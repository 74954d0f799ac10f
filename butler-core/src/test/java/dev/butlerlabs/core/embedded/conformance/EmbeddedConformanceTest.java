package dev.butlerlabs.core.embedded.conformance;

import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.embedded.conformance.ApiClient.Call;
import dev.butlerlabs.core.embedded.conformance.target.ApiTarget;
import dev.butlerlabs.core.embedded.conformance.target.EmbeddedTarget;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;

/** The embedded API does what a real kube-apiserver does. */
class EmbeddedConformanceTest extends ConformanceSuite {

    private static final int HISTORY = 200;

    private EmbeddedApiServer server;

    @Override
    ApiTarget open() {
        server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory());
        return EmbeddedTarget.of(server);
    }

    @Override
    boolean startControllers() {
        return true;
    }

    /** It forgets the oldest changes when there are too many newer ones. */
    @Override
    void forgetHistory() {
        Map<String, String> merge = Map.of("Content-Type", "application/merge-patch+json");
        try (ApiClient client = new ApiClient(EmbeddedTarget.of(server))) {
            for (int i = 0; i <= HISTORY; i++) {
                String patch = "{\"metadata\": {\"annotations\": {\"test.dev/count\": \"%d\"}}}".formatted(i);
                client.send(new Call("PATCH", "/api/v1/namespaces/kube-public", merge, Optional.of(patch)));
            }
        }
    }

    @Override
    boolean isEmbedded() {
        return true;
    }

    @AfterAll
    void stop() {
        server.close();
    }
}
