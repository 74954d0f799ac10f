package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.provider.clusterapi.TenantNames;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Creates the secrets with which Talos workers trust and join a hosted control plane, before the first worker exists: without them, the
 * Talos bootstrap provider generates its own, and no worker could join. The parts that belong to the control plane are copied from its
 * provider. The bundle is created once; creating it is the lock.
 */
final class WorkerTrustStep {
    /** Annotation of the Secret with the bundle: its bootstrap token exists in the tenant cluster. */
    private static final String TOKEN_KNOWN = ApiGroup.NAME + "/bootstrap-token-known";

    private final DynamicResourceClient parts;
    private final TenantOptions options;
    private final Function<Kubeconfig, KubernetesClient> connector;

    /** @param connector connects to a tenant cluster */
    WorkerTrustStep(
            DynamicResourceClient parts, TenantOptions options, Function<Kubeconfig, KubernetesClient> connector) {
        this.parts = parts;
        this.options = options;
        this.connector = connector;
    }

    StepResult run(TenantReconcileContext scope) {
        if (!scope.wanted().needsWorkerSecrets()) {
            return StepResult.done("Workers join with kubeadm and need no Talos secrets.");
        }
        if (isInOrder(scope)) {
            return joined(scope);
        }
        Optional<Secret> kept = parts.secret(scope.namespace(), TenantNames.talosSecrets(scope.cluster()));
        if (kept.filter(secret -> !isOurs(secret)).isPresent()) {
            return StepResult.failed(
                    "WorkerSecretsForeign",
                    "Secret %s/%s was not created by Butler, and workers that use it cannot join. Delete the Secret."
                            .formatted(scope.namespace(), TenantNames.talosSecrets(scope.cluster())));
        }
        return kept.map(secret -> introduce(scope, secret)).orElseGet(() -> create(scope));
    }

    /** The labels and annotations of the watched Secret suffice, except before its token is created. */
    private boolean isInOrder(TenantReconcileContext scope) {
        return parts.observedSecret(scope.namespace(), TenantNames.talosSecrets(scope.cluster()))
                .filter(secret -> isOurs(secret) && isTokenKnown(secret))
                .isPresent();
    }

    private static boolean isTokenKnown(Secret secret) {
        return Optional.ofNullable(secret.getMetadata().getAnnotations())
                .orElse(Map.of())
                .containsKey(TOKEN_KNOWN);
    }

    private static StepResult joined(TenantReconcileContext scope) {
        return StepResult.done("Talos workers join with Secret %s/%s."
                .formatted(scope.namespace(), TenantNames.talosSecrets(scope.cluster())));
    }

    private static boolean isOurs(Secret secret) {
        return "butler"
                .equals(Optional.ofNullable(secret.getMetadata().getLabels())
                        .orElse(Map.of())
                        .get(Labels.MANAGED_BY));
    }

    private StepResult create(TenantReconcileContext scope) {
        String name = scope.name();
        Optional<Secret> trust = parts.secret(scope.namespace(), name + "-trustd-creds")
                .filter(secret -> WorkerSecrets.holds(secret, List.of("token", "os-ca.crt", "os-ca.key")));
        Optional<Secret> authority = parts.secret(scope.namespace(), name + "-ca")
                .filter(secret -> WorkerSecrets.holds(secret, List.of("ca.crt")));
        if (trust.isEmpty() || authority.isEmpty()) {
            return StepResult.waiting(
                    "WorkerSecretsMissing",
                    "Waiting for Secret %s/%s of the control plane provider, which Talos workers need to join."
                            .formatted(scope.namespace(), name + (trust.isEmpty() ? "-trustd-creds" : "-ca")),
                    options.recheck());
        }
        return introduce(scope, parts.createOrFind(WorkerSecrets.make(scope, trust.get(), authority.get())));
    }

    /** Creates the bootstrap token in the tenant cluster. The annotation avoids a request for each reconciliation. */
    private StepResult introduce(TenantReconcileContext scope, Secret kept) {
        if (!isTokenKnown(kept)) {
            tell(scope, WorkerSecrets.value(kept, WorkerSecrets.TOKEN).orElseThrow());
            parts.annotate(kept, TOKEN_KNOWN, "true");
        }
        return joined(scope);
    }

    private void tell(TenantReconcileContext scope, String token) {
        String kubeconfig = parts.secret(scope.namespace(), TenantNames.adminKubeconfig(scope.cluster()))
                .flatMap(ReadinessSteps::kubeconfig)
                .map(WorkerSecrets::decoded)
                .orElseThrow();
        String doing = "creating the bootstrap token in tenant cluster %s".formatted(scope.name());
        try (KubernetesClient tenant = connector.apply(
                Kubeconfig.parse(kubeconfig, doing).requireSelfContained("The kubeconfig of " + scope.name()))) {
            KubeErrorMapper.translating(
                    doing, () -> DynamicResourceClient.create(tenant, WorkerSecrets.bootstrapToken(token)));
        }
    }
}
