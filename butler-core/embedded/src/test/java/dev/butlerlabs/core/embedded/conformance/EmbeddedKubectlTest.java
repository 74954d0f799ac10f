package dev.butlerlabs.core.embedded.conformance;

import dev.butlerlabs.core.embedded.testing.EmbeddedCandidate;
import dev.butlerlabs.core.testing.apiserver.Candidate;

/** kubectl cannot tell the embedded API from a real kube-apiserver. */
class EmbeddedKubectlTest extends KubectlSuite {

    @Override
    Candidate open() {
        return EmbeddedCandidate.start();
    }
}
