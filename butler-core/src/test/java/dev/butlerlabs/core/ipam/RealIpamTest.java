package dev.butlerlabs.core.ipam;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.embedded.conformance.target.ApiTarget;
import dev.butlerlabs.core.embedded.conformance.target.RealApiServer;
import dev.butlerlabs.core.embedded.conformance.target.TestBench;
import dev.butlerlabs.core.kube.Kubeconfig;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/** Addresses on a real kube-apiserver. */
class RealIpamTest extends IpamContract {
    private RealApiServer server;

    @Override
    Kubeconfig startApi() {
        Optional<TestBench> bench = TestBench.find();
        assumeTrue(bench.isPresent(), TestBench.ABSENT);
        server = RealApiServer.start(bench.orElseThrow());
        ApiTarget target = server.target();
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
    void stopApi() {
        if (server != null) {
            server.close();
        }
    }
}
