package dev.butlerlabs.core.embedded.rbac;

import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import io.fabric8.kubernetes.client.Config;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class EmbeddedAccessTest extends AccessContract {
    private EmbeddedApiServer server;

    @BeforeAll
    void start() {
        server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory());
        prepare(Config.fromKubeconfig(server.kubeconfig()));
    }

    @AfterAll
    void stop() {
        close();
        server.close();
    }
}
