package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.identity.change.PlatformConfigClient;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.LenientDecoder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;

/** Reads the settings of the platform. Thread-safe. */
public final class PlatformRulesReader {
    private final KubernetesClient client;

    public PlatformRulesReader(KubernetesClient client) {
        this.client = client;
    }

    /**
     * Returns the rules of the current settings.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if they cannot be read
     */
    public PlatformRules read() {
        return PlatformRules.of(KubeErrorMapper.translating(
                "reading ButlerConfig " + PlatformConfigClient.NAME,
                () -> Optional.ofNullable(LenientDecoder.over(client)
                        .resources(ButlerConfig.class)
                        .withName(PlatformConfigClient.NAME)
                        .get())));
    }
}
