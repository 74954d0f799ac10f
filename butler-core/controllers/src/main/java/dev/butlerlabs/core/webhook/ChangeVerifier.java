package dev.butlerlabs.core.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.audit.AuditRecord;
import dev.butlerlabs.core.audit.ChangedFields;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.Map;
import java.util.Optional;

/**
 * Checks that a change took effect. A webhook also receives changes that another webhook rejects or that conflict with others. Thread-safe.
 */
final class ChangeVerifier {
    private static final Map<String, ResourceDefinitionContext> KINDS = Map.of(
            "Team", ResourceDefinitionContext.fromResourceType(Team.class),
            "TenantCluster", ResourceDefinitionContext.fromResourceType(TenantCluster.class));

    private final KubernetesClient client;

    ChangeVerifier(KubernetesClient client) {
        this.client = client;
    }

    static boolean knows(String kind) {
        return KINDS.containsKey(kind);
    }

    /** @param digestBefore the {@link ChangedFields#digest} of the object before the change; empty for a creation */
    boolean tookEffect(AuditRecord record, String digestBefore) {
        Optional<GenericKubernetesResource> live = find(record.subject())
                .filter(object ->
                        record.subject().uid().equals(object.getMetadata().getUid()));
        return switch (record.verb()) {
            case CREATED -> live.isPresent();
            case CHANGED ->
                live.filter(object -> digestBefore.equals(digest(object))).isEmpty();
            case DELETED -> live.filter(object -> !object.isMarkedForDeletion()).isEmpty();
            case GRANTED, REVOKED, EXPIRED -> true;
        };
    }

    private String digest(GenericKubernetesResource object) {
        return ChangedFields.digest(client.getKubernetesSerialization().convertValue(object, JsonNode.class));
    }

    private Optional<GenericKubernetesResource> find(AuditRecord.Subject subject) {
        var all = client.genericKubernetesResources(KINDS.get(subject.kind()));
        return subject.namespace().isPresent()
                ? Optional.ofNullable(all.inNamespace(subject.namespace().get())
                        .withName(subject.name())
                        .get())
                : Optional.ofNullable(all.withName(subject.name()).get());
    }
}
