package dev.butlerlabs.core.embedded.conformance;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.butlerlabs.core.embedded.conformance.target.ApiTarget;
import dev.butlerlabs.core.embedded.conformance.target.RealApiServer;
import dev.butlerlabs.core.embedded.conformance.target.TestBench;

/** Keeps the suite true: what it says is what a real kube-apiserver does. */
class RealApiConformanceTest extends ConformanceSuite {

    private RealApiServer server;

    @Override
    ApiTarget open() {
        server = RealApiServer.shared().orElseGet(() -> abort(TestBench.ABSENT));
        return server.target();
    }

    @Override
    boolean startControllers() {
        return server.startControllers();
    }

    @Override
    void forgetHistory() {
        server.forgetHistory();
    }

    @Override
    boolean isEmbedded() {
        return false;
    }
}
