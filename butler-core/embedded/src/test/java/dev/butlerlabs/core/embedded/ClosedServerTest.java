package dev.butlerlabs.core.embedded;

import dev.butlerlabs.core.testing.TestAwait;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.lang.ref.WeakReference;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is left of a server that is closed. */
class ClosedServerTest {
    @Test
    void leavesNothingInMemory() throws Exception {
        WeakReference<RequestInterceptor> gate = gateOfAClosedServer();
        TestAwait.upTo(Duration.ofSeconds(30), "the interceptor of the closed server collected")
                .pollInterval(Duration.ofMillis(100))
                .until(() -> {
                    System.gc();
                    return gate.refersTo(null);
                });
    }

    private static WeakReference<RequestInterceptor> gateOfAClosedServer() {
        RequestInterceptor gate = new RequestInterceptor() {
            @Override
            public Verdict before(Visit visit) {
                return Verdict.PASS;
            }
        };
        try (EmbeddedApiServer server =
                        EmbeddedApiServer.start(EmbeddedApiOptions.inMemory().withGate(gate));
                KubernetesClient client = new KubernetesClientBuilder()
                        .withConfig(Config.fromKubeconfig(server.kubeconfig()))
                        .build()) {
            client.namespaces().list();
        }
        return new WeakReference<>(gate);
    }
}
