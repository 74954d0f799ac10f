package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeErrors;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.tenant.render.TenantNames;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Settles by what Talos workers trust a hosted control plane and are let in, before the first of them exists: Talos's provider makes up
 * secrets of its own where it finds none, and no worker with those could join. What is the control plane's is taken over from its
 * provider. The bundle is made once; creating it is the lock.
 */
final class JoinStep {
    /** On the Secret with the bundle: the tenant cluster knows the token in it. */
    private static final String TOKEN_KNOWN = ApiGroup.NAME + "/bootstrap-token-known";

    private final Parts parts;
    private final TenantOptions options;

    JoinStep(Parts parts, TenantOptions options) {
        this.parts = parts;
        this.options = options;
    }

    StepResult run(TenantScope scope) {
        if (!scope.wanted().needsWorkerSecrets()) {
            return StepResult.done("Workers get what they need by kubeadm.");
        }
        Optional<Secret> kept = parts.secret(scope.namespace(), TenantNames.talosSecrets(scope.cluster()));
        if (kept.filter(secret -> !isOurs(secret)).isPresent()) {
            return StepResult.failed(
                    "WorkerSecretsForeign",
                    "Secret %s/%s was made by somebody else, and workers with it cannot join; delete it."
                            .formatted(scope.namespace(), TenantNames.talosSecrets(scope.cluster())));
        }
        return kept.map(secret -> introduce(scope, secret)).orElseGet(() -> create(scope));
    }

    private static boolean isOurs(Secret secret) {
        return "butler"
                .equals(Optional.ofNullable(secret.getMetadata().getLabels())
                        .orElse(Map.of())
                        .get(Labels.MANAGED_BY));
    }

    private StepResult create(TenantScope scope) {
        String name = scope.name();
        Optional<Secret> trust = parts.secret(scope.namespace(), name + "-trustd-creds")
                .filter(secret -> WorkerSecrets.holds(secret, List.of("token", "os-ca.crt", "os-ca.key")));
        Optional<Secret> authority = parts.secret(scope.namespace(), name + "-ca")
                .filter(secret -> WorkerSecrets.holds(secret, List.of("ca.crt")));
        if (trust.isEmpty() || authority.isEmpty()) {
            return StepResult.waiting(
                    "WorkerSecretsMissing",
                    "Secret %s/%s of the control plane's provider is awaited; Talos workers trust by it."
                            .formatted(scope.namespace(), name + (trust.isEmpty() ? "-trustd-creds" : "-ca")),
                    options.recheck());
        }
        return introduce(scope, parts.createOrFind(WorkerSecrets.make(scope, trust.get(), authority.get())));
    }

    /** Makes the token known in the tenant cluster; the mark spares asking there every time. */
    private StepResult introduce(TenantScope scope, Secret kept) {
        if (!Optional.ofNullable(kept.getMetadata().getAnnotations())
                .orElse(Map.of())
                .containsKey(TOKEN_KNOWN)) {
            tell(scope, WorkerSecrets.value(kept, WorkerSecrets.TOKEN).orElseThrow());
            parts.annotate(kept, TOKEN_KNOWN, "true");
        }
        return StepResult.done("Talos workers trust by Secret %s/%s."
                .formatted(scope.namespace(), kept.getMetadata().getName()));
    }

    private void tell(TenantScope scope, String token) {
        String kubeconfig = parts.secret(scope.namespace(), TenantNames.adminKubeconfig(scope.cluster()))
                .flatMap(ReadySteps::kubeconfig)
                .map(WorkerSecrets::decoded)
                .orElseThrow();
        String doing = "telling the tenant cluster %s a token".formatted(scope.name());
        try (KubernetesClient tenant = new KubeConnector("butler")
                .connect(Kubeconfig.parse(kubeconfig, doing)
                        .requireSelfContained("The kubeconfig of " + scope.name()))) {
            KubeErrors.translating(doing, () -> Parts.create(tenant, WorkerSecrets.bootstrapToken(token)));
        }
    }
}
