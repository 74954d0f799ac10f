package dev.butlerlabs.adm.controllers;

import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.testing.LongSuite;
import io.fabric8.kubernetes.client.KubernetesClient;
import org.junit.jupiter.api.Tag;

/** The boundary on the embedded API, where every client may write everything. */
@Tag("slow")
class EmbeddedNamespaceBoundaryTest extends NamespaceBoundaryContract {
    @Override
    BoundaryApi startApi() {
        LongSuite.assumeEnabled();
        EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory());
        return new BoundaryApi() {
            @Override
            public KubernetesClient connect(Role role) {
                return new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "test"));
            }

            @Override
            public void close() {
                server.close();
            }
        };
    }
}
