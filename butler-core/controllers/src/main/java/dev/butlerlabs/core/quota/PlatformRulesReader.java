package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.identity.change.PlatformConfigClient;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.LenientDecoder;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.reconcile.WatchedObjectCache;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;

/** Reads the settings of the platform. Thread-safe. */
public final class PlatformRulesReader {
    private final KubernetesClient client;
    private final WatchedObjectCache<ButlerConfig> watched;

    public PlatformRulesReader(KubernetesClient client) {
        this(client, new WatchedObjectCache<>());
    }

    /** @param watched the settings, if they are watched */
    PlatformRulesReader(KubernetesClient client, WatchedObjectCache<ButlerConfig> watched) {
        this.client = client;
        this.watched = watched;
    }

    /**
     * Returns the rules of the current settings.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if they cannot be read
     */
    public PlatformRules read() {
        return PlatformRules.of(
                watched.findOrRead(new ObjectName(Optional.empty(), PlatformConfigClient.NAME), this::stored));
    }

    private Optional<ButlerConfig> stored() {
        return KubeErrorMapper.translating(
                "reading ButlerConfig " + PlatformConfigClient.NAME,
                () -> Optional.ofNullable(LenientDecoder.over(client)
                        .resources(ButlerConfig.class)
                        .withName(PlatformConfigClient.NAME)
                        .get()));
    }
}
