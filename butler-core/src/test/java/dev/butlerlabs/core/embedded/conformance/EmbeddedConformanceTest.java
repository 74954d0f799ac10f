package dev.butlerlabs.core.embedded.conformance;

import dev.butlerlabs.core.embedded.conformance.target.Candidate;
import dev.butlerlabs.core.embedded.conformance.target.EmbeddedCandidate;

/** The embedded API does what a real kube-apiserver does. */
class EmbeddedConformanceTest extends ConformanceSuite {

    @Override
    Candidate open() {
        return EmbeddedCandidate.start();
    }
}
