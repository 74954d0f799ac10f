package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeErrors;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.talos.VersionContract;
import dev.butlerlabs.core.talos.secrets.CertificateAndKey;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.secrets.SecretsGenerator;
import dev.butlerlabs.core.tenant.render.TenantNames;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Settles by what Talos workers trust a hosted control plane and are let in, before the first of them exists: Talos's provider makes up
 * secrets of its own where it finds none, and no worker with those could join. What is the control plane's is taken over from its
 * provider. The bundle is made once; creating it is the lock.
 */
final class JoinStep {
    private static final String BUNDLE = "bundle";
    private static final String TOKEN = "bootstrap-token";
    /** On the Secret with the bundle: the tenant cluster knows the token in it. */
    private static final String TOKEN_KNOWN = ApiGroup.NAME + "/bootstrap-token-known";

    private static final SecureRandom RANDOM = new SecureRandom();

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
                .filter(secret -> holds(secret, List.of("token", "os-ca.crt", "os-ca.key")));
        Optional<Secret> authority =
                parts.secret(scope.namespace(), name + "-ca").filter(secret -> holds(secret, List.of("ca.crt")));
        if (trust.isEmpty() || authority.isEmpty()) {
            return StepResult.waiting(
                    "WorkerSecretsMissing",
                    "Secret %s/%s of the control plane's provider is awaited; Talos workers trust by it."
                            .formatted(scope.namespace(), name + (trust.isEmpty() ? "-trustd-creds" : "-ca")),
                    options.recheck());
        }
        return introduce(scope, parts.createOrFind(secret(scope, bundle(scope, trust.get(), authority.get()))));
    }

    private static SecretsBundle bundle(TenantScope scope, Secret trust, Secret authority) {
        GenericKubernetesResource template = scope.wanted().bootstrapTemplate();
        String version =
                Seen.text(template, "spec", "template", "spec", "talosVersion").orElseThrow();
        return new SecretsGenerator(RANDOM, Clock.systemUTC())
                .generateHosted(
                        VersionContract.parse(version),
                        value(trust, "token").orElseThrow(),
                        new CertificateAndKey(
                                value(trust, "os-ca.crt").orElseThrow(),
                                value(trust, "os-ca.key").orElseThrow()),
                        // Workers need the certificate alone, and so does their provider.
                        new CertificateAndKey(value(authority, "ca.crt").orElseThrow(), ""));
    }

    private static Secret secret(TenantScope scope, SecretsBundle bundle) {
        return new SecretBuilder()
                .withNewMetadata()
                .withNamespace(scope.namespace())
                .withName(TenantNames.talosSecrets(scope.cluster()))
                .addToLabels("cluster.x-k8s.io/cluster-name", scope.name())
                .addToLabels(Labels.MANAGED_BY, "butler")
                .endMetadata()
                .withType("Opaque")
                .withData(Map.of(BUNDLE, encoded(bundle.yaml()), TOKEN, encoded(bundle.bootstrapToken())))
                .build();
    }

    /** Makes the token known in the tenant cluster; the mark spares asking there every time. */
    private StepResult introduce(TenantScope scope, Secret kept) {
        if (!Optional.ofNullable(kept.getMetadata().getAnnotations())
                .orElse(Map.of())
                .containsKey(TOKEN_KNOWN)) {
            tell(scope, value(kept, TOKEN).orElseThrow());
            parts.annotate(kept, TOKEN_KNOWN, "true");
        }
        return StepResult.done("Talos workers trust by Secret %s/%s."
                .formatted(scope.namespace(), kept.getMetadata().getName()));
    }

    private void tell(TenantScope scope, String token) {
        String kubeconfig = parts.secret(scope.namespace(), TenantNames.adminKubeconfig(scope.cluster()))
                .flatMap(secret -> value(secret, "admin.conf"))
                .orElseThrow();
        String doing = "telling the tenant cluster %s a token".formatted(scope.name());
        try (KubernetesClient tenant = new KubeConnector("butler").connect(Kubeconfig.parse(kubeconfig, doing))) {
            KubeErrors.translating(doing, () -> Parts.create(tenant, bootstrapToken(token)));
        }
    }

    /** It has no end, since a machine may join at any time. The rights of those who show it are the control plane's business. */
    private static Secret bootstrapToken(String token) {
        String[] halves = token.split("\\.", 2);
        return new SecretBuilder()
                .withNewMetadata()
                .withNamespace("kube-system")
                .withName("bootstrap-token-" + halves[0])
                .endMetadata()
                .withType("bootstrap.kubernetes.io/token")
                .withData(Map.of(
                        "token-id", encoded(halves[0]),
                        "token-secret", encoded(halves[1]),
                        "usage-bootstrap-authentication", encoded("true"),
                        "usage-bootstrap-signing", encoded("true"),
                        "auth-extra-groups", encoded("system:bootstrappers:kubeadm:default-node-token")))
                .build();
    }

    private static boolean holds(Secret secret, List<String> keys) {
        return keys.stream().allMatch(key -> value(secret, key).isPresent());
    }

    private static Optional<String> value(Secret secret, String key) {
        return Optional.ofNullable(secret.getData())
                .map(data -> data.get(key))
                .map(text -> new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8))
                .filter(text -> !text.isBlank());
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
