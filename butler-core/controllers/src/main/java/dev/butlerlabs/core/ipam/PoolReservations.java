package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.api.NetworkPoolSpec;
import dev.butlerlabs.core.kube.ObjectSerialization;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The state that a pool stores in its annotations, so that each change of it is one compare-and-swap on the pool.
 *
 * @param accepted the spec that is in effect; it differs from the current one while that would exclude allocated addresses
 * @param grants the grants of the last write; earlier ones are confirmed or void
 */
record PoolReservations(Optional<NetworkPoolSpec> accepted, List<AddressReservation> grants) {
    static final String ACCEPTED = ApiGroup.NAME + "/accepted-spec";
    static final String GRANTS = ApiGroup.NAME + "/granting";

    private static final KubernetesSerialization JSON = ObjectSerialization.plain();

    PoolReservations {
        grants = List.copyOf(grants);
    }

    static PoolReservations of(NetworkPool pool) {
        Map<String, String> annotations =
                Optional.ofNullable(pool.getMetadata().getAnnotations()).orElse(Map.of());
        return new PoolReservations(
                Optional.ofNullable(annotations.get(ACCEPTED)).map(text -> JSON.unmarshal(text, NetworkPoolSpec.class)),
                Optional.ofNullable(annotations.get(GRANTS))
                        .orElse("")
                        .lines()
                        .map(AddressReservation::parse)
                        .toList());
    }

    void writeTo(NetworkPool pool) {
        Map<String, String> annotations = new HashMap<>(
                Optional.ofNullable(pool.getMetadata().getAnnotations()).orElse(Map.of()));
        accepted.ifPresent(spec -> annotations.put(ACCEPTED, JSON.asJson(spec)));
        annotations.put(GRANTS, grants.stream().map(AddressReservation::line).collect(Collectors.joining("\n")));
        pool.getMetadata().setAnnotations(annotations);
    }
}
