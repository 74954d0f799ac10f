package dev.butlerlabs.core.audit;

import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.client.KubernetesClient;

/** Writes audit records as events of the management cluster. Thread-safe. */
public final class AuditWriter {
    private final KubernetesClient management;

    public AuditWriter(KubernetesClient management) {
        this.management = management;
    }

    /**
     * Writes a record. A change that is already recorded is not recorded again.
     *
     * @param key identifies the change, such as the version of the object before it
     * @throws dev.butlerlabs.core.error.ButlerException if the event cannot be created
     */
    public void write(AuditRecord record, String key) {
        KubeErrorMapper.translating("recording the change of " + record.subject(), () -> {
            try {
                return management.resource(AuditEvents.event(record, key)).create();
            } catch (RuntimeException e) {
                if (KubeErrorMapper.isConflict(e)) {
                    return null;
                }
                throw e;
            }
        });
    }
}
