package dev.butlerlabs.core.embedded.conformance;

import dev.butlerlabs.core.embedded.testing.EmbeddedCandidate;
import dev.butlerlabs.core.testing.apiserver.ApiServerUnderTest;
import org.junit.jupiter.api.Tag;

/** The embedded API does what a real kube-apiserver does. */
@Tag("slow")
class EmbeddedConformanceTest extends ConformanceSuite {

    @Override
    ApiServerUnderTest open() {
        return EmbeddedCandidate.start();
    }
}
