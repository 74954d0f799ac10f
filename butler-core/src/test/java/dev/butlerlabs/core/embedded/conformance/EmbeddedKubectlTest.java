package dev.butlerlabs.core.embedded.conformance;

import dev.butlerlabs.core.embedded.conformance.target.Candidate;
import dev.butlerlabs.core.embedded.conformance.target.EmbeddedCandidate;

/** kubectl cannot tell the embedded API from a real kube-apiserver. */
class EmbeddedKubectlTest extends KubectlSuite {

    @Override
    Candidate open() {
        return EmbeddedCandidate.start();
    }
}
