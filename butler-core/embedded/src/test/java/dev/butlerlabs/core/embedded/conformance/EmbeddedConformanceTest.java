package dev.butlerlabs.core.embedded.conformance;

import dev.butlerlabs.core.embedded.testing.EmbeddedCandidate;
import dev.butlerlabs.core.testing.apiserver.ApiServerUnderTest;

/** The embedded API does what a real kube-apiserver does. */
class EmbeddedConformanceTest extends ConformanceSuite {

    @Override
    ApiServerUnderTest open() {
        return EmbeddedCandidate.start();
    }
}
