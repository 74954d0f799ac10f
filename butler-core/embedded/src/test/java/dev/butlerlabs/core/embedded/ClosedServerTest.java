package dev.butlerlabs.core.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;

/** What is left of a server that is closed. */
class ClosedServerTest {
    private static final int LOOKS = 300;

    @Test
    void leavesNothingInMemory() throws Exception {
        WeakReference<RequestInterceptor> gate = gateOfAClosedServer();
        for (int look = 0; look < LOOKS && !gate.refersTo(null); look++) {
            System.gc();
            Thread.sleep(100);
        }
        assertThat(gate.refersTo(null)).isTrue();
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
