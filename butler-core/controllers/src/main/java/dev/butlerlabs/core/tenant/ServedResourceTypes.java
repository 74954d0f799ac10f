package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.reconcile.ServedKinds;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Caches which kinds the management cluster serves. A missing kind appears when a provider is installed, so that it is checked again soon; a served kind
 * stays. Thread-safe.
 */
final class ServedResourceTypes {
    private static final Duration FRESH = Duration.ofSeconds(5);
    private static final Duration SERVED = Duration.ofMinutes(5);

    private final KubernetesClient client;
    private final InstantSource clock;
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();

    private record Answer(Set<String> kinds, Instant asked) {}

    ServedResourceTypes(KubernetesClient client, InstantSource clock) {
        this.client = client;
        this.clock = clock;
    }

    boolean has(TenantResourceType kind) {
        Instant now = clock.instant();
        Answer known = answers.get(kind.apiVersion());
        if (known == null || known.asked().isBefore(now.minus(known.kinds().contains(kind.kind()) ? SERVED : FRESH))) {
            known = new Answer(ServedKinds.of(client, kind.apiVersion()), now);
            answers.put(kind.apiVersion(), known);
        }
        return known.kinds().contains(kind.kind());
    }
}
