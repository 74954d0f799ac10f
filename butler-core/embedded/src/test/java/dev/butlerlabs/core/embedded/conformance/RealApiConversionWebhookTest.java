package dev.butlerlabs.core.embedded.conformance;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.butlerlabs.core.testing.apiserver.ApiServerUnderTest;
import dev.butlerlabs.core.testing.apiserver.RealApiServer;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import org.junit.jupiter.api.Tag;

/** Verifies the suite itself on a real kube-apiserver. */
@Tag("process")
class RealApiConversionWebhookTest extends ConversionWebhookSuite {
    @Override
    ApiServerUnderTest open() {
        return RealApiServer.shared().orElseGet(() -> abort(TestBench.ABSENT));
    }
}
