package dev.butlerlabs.core.embedded.conformance;

import dev.butlerlabs.core.embedded.testing.EmbeddedCandidate;
import dev.butlerlabs.core.testing.apiserver.ApiServerUnderTest;
import org.junit.jupiter.api.Tag;

/** kubectl cannot tell the embedded API from a real kube-apiserver. */
@Tag("process")
class EmbeddedKubectlTest extends KubectlSuite {

    @Override
    ApiServerUnderTest open() {
        return EmbeddedCandidate.start();
    }
}
