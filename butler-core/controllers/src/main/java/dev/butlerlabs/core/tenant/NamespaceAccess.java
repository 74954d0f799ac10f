package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Binds the account of the controllers to a role in the namespaces of tenant clusters, so that it needs no permission to write Secrets in all
 * namespaces. The chart {@code manifests/chart/butler} contains the account and the roles. Idempotent and thread-safe.
 */
final class NamespaceAccess {
    private static final String GROUP = "rbac.authorization.k8s.io";
    private static final String ACCOUNT = "butler-controllers";
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final DynamicResourceClient parts;
    private final Set<String> granted = ConcurrentHashMap.newKeySet();
    /** The namespaces whose binding this process has written, until the API server applies it. */
    private final Set<String> pending = ConcurrentHashMap.newKeySet();

    NamespaceAccess(DynamicResourceClient parts) {
        this.parts = parts;
    }

    /** The roles that can be bound in a namespace. */
    enum Role {
        /** In the namespace of a tenant cluster. */
        TENANT("butler-controllers-tenant"),
        /** In the namespace of a Cluster API provider that reads credentials there. */
        CREDENTIALS("butler-controllers-credentials");

        private final String word;

        Role(String word) {
            this.word = word;
        }
    }

    /** Ensures the permissions in a namespace. Returns a result if the API server does not apply them yet, otherwise empty. */
    Optional<StepResult> ensure(String namespace, Role role) {
        boolean unchanged = parts.ensureApplied(binding(namespace, role));
        // A binding from before this process started has been in force for long.
        if (granted.contains(namespace) || (unchanged && !pending.contains(namespace))) {
            granted.add(namespace);
            return Optional.empty();
        }
        pending.add(namespace);
        if (!parts.mayCreateSecrets(namespace)) {
            return Optional.of(StepResult.waiting(
                    "NamespaceAccessPending",
                    "Waiting for the permissions of the controllers in namespace %s.".formatted(namespace),
                    RETRY));
        }
        granted.add(namespace);
        pending.remove(namespace);
        return Optional.empty();
    }

    /** Drops the record of a deleted namespace. */
    void forget(String namespace) {
        granted.remove(namespace);
        pending.remove(namespace);
    }

    private static GenericKubernetesResource binding(String namespace, Role role) {
        GenericKubernetesResource binding = new GenericKubernetesResource();
        binding.setApiVersion(GROUP + "/v1");
        binding.setKind("RoleBinding");
        binding.setMetadata(new ObjectMetaBuilder()
                .withNamespace(namespace)
                .withName(ACCOUNT)
                .addToLabels(Labels.MANAGED_BY, ServerSideApply.BUTLER)
                .build());
        binding.setAdditionalProperty("roleRef", Map.of("apiGroup", GROUP, "kind", "ClusterRole", "name", role.word));
        binding.setAdditionalProperty(
                "subjects", List.of(Map.of("kind", "ServiceAccount", "name", ACCOUNT, "namespace", Namespaces.SYSTEM)));
        return binding;
    }
}
