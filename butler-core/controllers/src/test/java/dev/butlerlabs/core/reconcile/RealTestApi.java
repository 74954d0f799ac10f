package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.testing.apiserver.ApiServerTarget;
import dev.butlerlabs.core.testing.apiserver.RealApiServer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/** A kube-apiserver that can be restarted; its etcd keeps the objects. */
final class RealTestApi implements TestApi {
    private final RealApiServer server;

    RealTestApi(RealApiServer server) {
        this.server = server;
    }

    @Override
    public Kubeconfig kubeconfig() {
        ApiServerTarget target = server.target();
        byte[] authority = target.authorityPem().getBytes(StandardCharsets.US_ASCII);
        return Kubeconfig.of(
                "test",
                Map.of(
                        "server",
                        target.server().toString(),
                        "certificate-authority-data",
                        Base64.getEncoder().encodeToString(authority)),
                Map.of("token", target.token()));
    }

    @Override
    public void stop() {
        server.stopApiServer();
    }

    @Override
    public void startAgain() {
        server.startApiServer();
    }

    @Override
    public void close() {
        server.close();
    }
}
