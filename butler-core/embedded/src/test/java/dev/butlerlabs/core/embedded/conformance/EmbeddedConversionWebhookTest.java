package dev.butlerlabs.core.embedded.conformance;

import dev.butlerlabs.core.embedded.testing.EmbeddedCandidate;
import dev.butlerlabs.core.testing.apiserver.ApiServerUnderTest;

/** The embedded API converts through webhooks as a real kube-apiserver does. */
class EmbeddedConversionWebhookTest extends ConversionWebhookSuite {
    @Override
    ApiServerUnderTest open() {
        return EmbeddedCandidate.start();
    }
}
