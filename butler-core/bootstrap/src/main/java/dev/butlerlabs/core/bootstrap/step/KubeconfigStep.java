package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.api.BootstrapObjectNames;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.OwnerReferences;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.talos.secrets.ClientFilesGenerator;
import dev.butlerlabs.core.talos.yaml.YamlWriter;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;

/** Stores an administrator kubeconfig in a Secret, generated once from the cluster's own certificate authority. */
final class KubeconfigStep {
    private final KubernetesClient client;
    private final SecureRandom random;
    private final BootstrapOptions options;

    KubeconfigStep(KubernetesClient client, SecureRandom random, BootstrapOptions options) {
        this.client = client;
        this.random = random;
        this.options = options;
    }

    StepResult run(BootstrapReconcileContext scope) {
        String name = BootstrapObjectNames.kubeconfig(scope.cluster());
        if (find(scope, name).isEmpty()) {
            create(OwnerReferences.own(scope.resource(), secret(scope, name)));
        }
        return StepResult.done("Stored in Secret %s.".formatted(name));
    }

    /** Does the same, and replaces a kubeconfig whose server is not the endpoint of the cluster. */
    StepResult renew(BootstrapReconcileContext scope) {
        String name = BootstrapObjectNames.kubeconfig(scope.cluster());
        find(scope, name).filter(stored -> !isFor(server(scope), stored)).ifPresent(stored -> {
            stored.setData(secret(scope, name).getData());
            KubeErrorMapper.translating(
                    "updating Secret " + name, () -> client.resource(stored).update());
        });
        return run(scope);
    }

    private static boolean isFor(String server, Secret stored) {
        Kubeconfig kubeconfig = Kubeconfig.parse(
                SecretsStep.value(stored, BootstrapObjectNames.KUBECONFIG_KEY),
                "Secret " + stored.getMetadata().getName());
        return kubeconfig
                .usualContext()
                .flatMap(kubeconfig::server)
                .filter(server::equals)
                .isPresent();
    }

    private String server(BootstrapReconcileContext scope) {
        return "https://%s:%d".formatted(scope.endpoint().orElseThrow(), options.kubernetesPort());
    }

    private Optional<Secret> find(BootstrapReconcileContext scope, String name) {
        return KubeErrorMapper.translating(
                "reading Secret " + name,
                () -> Optional.ofNullable(client.secrets()
                        .inNamespace(scope.namespace())
                        .withName(name)
                        .get()));
    }

    private void create(Secret fresh) {
        KubeErrorMapper.translating("creating Secret " + fresh.getMetadata().getName(), () -> {
            try {
                return client.resource(fresh).create();
            } catch (RuntimeException e) {
                if (KubeErrorMapper.isConflict(e)) {
                    return fresh;
                }
                throw e;
            }
        });
    }

    private Secret secret(BootstrapReconcileContext scope, String name) {
        Map<String, Object> kubeconfig = new ClientFilesGenerator(random, options.clock())
                .kubeconfig(scope.talos().secrets(), scope.cluster(), server(scope));
        return new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(scope.namespace())
                .addToLabels(Labels.CLUSTER, scope.cluster())
                .endMetadata()
                .withType("Opaque")
                .withData(
                        Map.of(BootstrapObjectNames.KUBECONFIG_KEY, SecretsStep.encoded(YamlWriter.write(kubeconfig))))
                .build();
    }
}
