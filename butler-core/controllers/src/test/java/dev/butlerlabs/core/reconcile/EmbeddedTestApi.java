package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.Kubeconfig;
import java.nio.file.Path;

/** The embedded API, keeping its objects in a folder so that it can be restarted. */
final class EmbeddedTestApi implements TestApi {
    private final EmbeddedApiOptions options;
    private EmbeddedApiServer server;

    EmbeddedTestApi(Path folder) {
        EmbeddedApiOptions first = EmbeddedApiOptions.inDirectory(folder);
        server = EmbeddedApiServer.start(first);
        options = first.withPort(server.uri().getPort());
    }

    @Override
    public Kubeconfig kubeconfig() {
        return Kubeconfig.parse(server.kubeconfig(), "embedded");
    }

    @Override
    public void stop() {
        server.close();
    }

    @Override
    public void startAgain() {
        server = EmbeddedApiServer.start(options);
    }

    @Override
    public void close() {
        server.close();
    }
}
