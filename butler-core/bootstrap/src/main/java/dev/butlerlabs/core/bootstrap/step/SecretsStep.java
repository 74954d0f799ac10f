package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.api.BootstrapObjectNames;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.bootstrap.step.BootstrapReconcileContext.TalosAccess;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.OwnerReferences;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.talos.secrets.ClientFilesGenerator;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.secrets.SecretsGenerator;
import dev.butlerlabs.core.talos.yaml.YamlWriter;
import dev.butlerlabs.core.version.VersionContract;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Generates the secrets of the cluster once, before the first machine exists. Creating the Secret is the lock: if two processes try, the
 * second reads the Secret of the first.
 */
public final class SecretsStep {
    private static final String MAKING = "MakingKeys";

    private final KubernetesClient client;
    private final SecureRandom random;
    private final BootstrapOptions options;
    private volatile Optional<ParsedSecrets> parsed = Optional.empty();

    /** The last parsed text. Parsing verifies each key with its certificate, and every reconciliation needs the result. */
    private record ParsedSecrets(String text, SecretsBundle bundle) {
        @Override
        public String toString() {
            return "ParsedSecrets[]";
        }
    }

    SecretsStep(KubernetesClient client, SecureRandom random, BootstrapOptions options) {
        this.client = client;
        this.random = random;
        this.options = options;
    }

    /** Key generation takes seconds, so the first call only reports that it is running. */
    StepResult run(BootstrapReconcileContext scope) {
        Optional<Secret> found = find(scope);
        if (found.isEmpty() && !scope.isTold(StepNames.SECRETS, MAKING)) {
            return StepResult.waiting(MAKING, "Generating keys and certificates.", Duration.ofMillis(1));
        }
        Secret kept = found.orElseGet(() -> create(scope));
        scope.talos(new TalosAccess(
                parse(kept.getMetadata().getName(), value(kept, BootstrapObjectNames.SECRETS_KEY)),
                value(kept, BootstrapObjectNames.TALOSCONFIG_KEY)));
        return StepResult.done(
                "Stored in Secret %s.".formatted(kept.getMetadata().getName()));
    }

    private SecretsBundle parse(String name, String text) {
        Optional<ParsedSecrets> last = parsed.filter(secrets -> secrets.text().equals(text));
        if (last.isPresent()) {
            return last.get().bundle();
        }
        SecretsBundle bundle = SecretsBundle.parse(name, text);
        parsed = Optional.of(new ParsedSecrets(text, bundle));
        return bundle;
    }

    private Optional<Secret> find(BootstrapReconcileContext scope) {
        String name = BootstrapObjectNames.talosSecrets(scope.cluster());
        return KubeErrorMapper.translating(
                "reading Secret " + name,
                () -> Optional.ofNullable(client.secrets()
                        .inNamespace(scope.namespace())
                        .withName(name)
                        .get()));
    }

    private Secret create(BootstrapReconcileContext scope) {
        Secret fresh = OwnerReferences.own(scope.resource(), fresh(scope));
        return KubeErrorMapper.translating(
                "creating Secret " + fresh.getMetadata().getName(), () -> {
                    try {
                        return client.resource(fresh).create();
                    } catch (RuntimeException e) {
                        if (KubeErrorMapper.isConflict(e)) {
                            return find(scope).orElseThrow(() -> e);
                        }
                        throw e;
                    }
                });
    }

    private Secret fresh(BootstrapReconcileContext scope) {
        String version = scope.resource().getSpec().talos().version();
        SecretsBundle secrets =
                options.secrets().make(new SecretsGenerator(random, options.clock()), VersionContract.parse(version));
        Map<String, Object> talosconfig = new ClientFilesGenerator(random, options.clock())
                .talosconfig(secrets, scope.cluster(), List.of(), List.of());
        return new SecretBuilder()
                .withNewMetadata()
                .withName(BootstrapObjectNames.talosSecrets(scope.cluster()))
                .withNamespace(scope.namespace())
                .addToLabels(Labels.CLUSTER, scope.cluster())
                .endMetadata()
                .withType("Opaque")
                .withData(Map.of(
                        BootstrapObjectNames.SECRETS_KEY, encoded(secrets.yaml()),
                        BootstrapObjectNames.TALOSCONFIG_KEY, encoded(YamlWriter.write(talosconfig))))
                .build();
    }

    static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    public static String value(Secret secret, String key) {
        return Optional.ofNullable(secret.getData())
                .map(data -> data.get(key))
                .map(text -> new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8))
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.INVALID_INPUT,
                        "Secret %s has no key %s."
                                .formatted(secret.getMetadata().getName(), key),
                        "Restore the Secret from a backup; the cluster is not accessible without it."));
    }
}
