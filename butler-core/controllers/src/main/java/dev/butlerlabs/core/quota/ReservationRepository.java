package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.LenientDecoder;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads and writes the reservations of a team, which are in a ConfigMap in its namespace. Members of teams have no permission on ConfigMaps.
 * Always reads at the API server and never from a cache. Thread-safe.
 */
class ReservationRepository {
    static final String NAME = "butler-reservations";

    private final KubernetesClient client;

    ReservationRepository(KubernetesClient client) {
        this.client = client;
    }

    /**
     * The reservations as they were read.
     *
     * @param stored the ConfigMap with its resource version; empty if it does not exist
     */
    record Version(ReservationLedger ledger, Optional<ConfigMap> stored) {}

    Version read(String namespace) {
        Optional<ConfigMap> stored = KubeErrorMapper.translating(
                "reading the reservations of namespace " + namespace,
                () -> Optional.ofNullable(client.configMaps()
                        .inNamespace(namespace)
                        .withName(NAME)
                        .get()));
        return new Version(
                stored.map(map -> Optional.ofNullable(map.getData()).orElse(Map.of()))
                        .map(ReservationCodec::read)
                        .orElse(ReservationLedger.EMPTY),
                stored);
    }

    /** Lists the tenant clusters of a namespace, including those that cannot be decoded. The server answers from its latest state. */
    List<TenantCluster> clusters(String namespace) {
        return KubeErrorMapper.translating(
                "listing tenant clusters of " + namespace,
                () -> LenientDecoder.over(client)
                        .resources(TenantCluster.class)
                        .inNamespace(namespace)
                        .list()
                        .getItems());
    }

    /**
     * Writes a ledger if the ConfigMap has not changed since it was read.
     *
     * @return whether it was written; if not, read again
     */
    boolean swap(String namespace, Version read, ReservationLedger ledger) {
        if (read.stored().isEmpty()) {
            // Created without reservations, so that two processes that create it at once do not overwrite each other.
            ServerSideApply.asButlerForced().apply(client, empty(namespace));
            return false;
        }
        ConfigMap changed = new ConfigMapBuilder(read.stored().get())
                .withData(ReservationCodec.write(ledger))
                .build();
        try {
            KubeErrorMapper.translating(
                    "writing the reservations of namespace " + namespace,
                    () -> client.resource(changed).update());
            return true;
        } catch (ButlerException e) {
            if (e.kind() == ErrorKind.CONFLICT || e.kind() == ErrorKind.NOT_FOUND) {
                return false;
            }
            throw e;
        }
    }

    private static ConfigMap empty(String namespace) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(NAME)
                .addToLabels(Labels.MANAGED_BY, ServerSideApply.BUTLER)
                .endMetadata()
                .build();
    }
}
