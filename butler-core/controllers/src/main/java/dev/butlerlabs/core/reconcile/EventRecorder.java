package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records Kubernetes events about an object, which {@code kubectl describe} shows. A repeated event increases its count instead of creating
 * another one, even after a restart, since its name is derived from its content. Events are rate-limited for each object. Recording never
 * throws: a lost event must not fail a reconciliation. Thread-safe.
 *
 * <p>Callers ensure that no message contains a secret.
 */
public final class EventRecorder {
    private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);

    private final KubernetesClient client;
    private final String component;
    private final InstantSource clock;
    private final TokenBuckets buckets;

    public EventRecorder(KubernetesClient client, String component, InstantSource clock) {
        this(client, component, clock, TokenBuckets.standard(clock));
    }

    EventRecorder(KubernetesClient client, String component, InstantSource clock, TokenBuckets buckets) {
        this.client = Objects.requireNonNull(client, "client");
        this.component = Objects.requireNonNull(component, "component");
        this.clock = Objects.requireNonNull(clock, "clock");
        this.buckets = buckets;
    }

    public void record(HasMetadata about, EventType type, String reason, String message) {
        if (!buckets.take(String.valueOf(about.getMetadata().getUid()))) {
            return;
        }
        Event event = EventFactory.event(about, type, reason, message, component, clock.instant());
        try {
            write(event);
        } catch (RuntimeException e) {
            LOG.debug("No event {} for {}: {}", reason, ObjectName.of(about), e.toString());
        }
    }

    /** Most events are new, so creating is tried first; the count of an existing one is increased. */
    private void write(Event event) {
        try {
            client.resource(event).create();
        } catch (RuntimeException e) {
            if (!KubeErrorMapper.isConflict(e)) {
                throw e;
            }
            repeat(event);
        }
    }

    private void repeat(Event event) {
        Event before = client.resource(event).get();
        if (before != null) {
            client.resource(EventFactory.repeated(before, event)).update();
        }
    }
}
