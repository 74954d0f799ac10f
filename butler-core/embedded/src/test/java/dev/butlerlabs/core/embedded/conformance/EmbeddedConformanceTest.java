package dev.butlerlabs.core.embedded.conformance;

import dev.butlerlabs.core.embedded.testing.EmbeddedCandidate;
import dev.butlerlabs.core.testing.apiserver.Candidate;

/** The embedded API does what a real kube-apiserver does. */
class EmbeddedConformanceTest extends ConformanceSuite {

    @Override
    Candidate open() {
        return EmbeddedCandidate.start();
    }
}
