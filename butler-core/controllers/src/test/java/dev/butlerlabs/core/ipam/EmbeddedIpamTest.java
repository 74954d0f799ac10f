package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.Kubeconfig;
import org.junit.jupiter.api.Tag;

/** Addresses on the embedded API. */
@Tag("slow")
class EmbeddedIpamTest extends IpamContract {
    private EmbeddedApiServer api;

    @Override
    Kubeconfig startApi() {
        api = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory());
        return Kubeconfig.parse(api.kubeconfig(), "embedded");
    }

    @Override
    void stopApi() {
        api.close();
    }
}
