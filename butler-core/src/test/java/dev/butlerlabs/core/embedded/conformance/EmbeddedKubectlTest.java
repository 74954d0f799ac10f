package dev.butlerlabs.core.embedded.conformance;

import dev.butlerlabs.core.embedded.conformance.candidate.Candidate;
import dev.butlerlabs.core.embedded.conformance.candidate.EmbeddedCandidate;

/** kubectl cannot tell the embedded API from a real kube-apiserver. */
class EmbeddedKubectlTest extends KubectlSuite {

    @Override
    Candidate open() {
        return EmbeddedCandidate.start();
    }
}
