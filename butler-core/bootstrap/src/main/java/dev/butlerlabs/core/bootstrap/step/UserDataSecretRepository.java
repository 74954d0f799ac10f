package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.api.BootstrapObjectNames;
import dev.butlerlabs.core.api.SecretKeyReference;
import dev.butlerlabs.core.bootstrap.plan.MachineRequestRenderer;
import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan.PlannedMachine;
import dev.butlerlabs.core.bootstrap.plan.NodeConfigurationPlanner;
import dev.butlerlabs.core.kube.OwnerReferences;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;

/**
 * Stores the configurations of machines that are created with user data. A configuration contains keys, so each is stored in its own Secret
 * that the MachineRequest references.
 */
final class UserDataSecretRepository {
    private final KubernetesClient client;
    private final int kubernetesPort;

    UserDataSecretRepository(KubernetesClient client, int kubernetesPort) {
        this.client = client;
        this.kubernetesPort = kubernetesPort;
    }

    /** Writes the configuration of a machine that is not requested yet. A requested machine keeps its configuration. */
    SecretKeyReference keep(BootstrapReconcileContext scope, PlannedMachine machine) {
        ServerSideApply.asButlerForced().apply(client, OwnerReferences.own(scope.resource(), secret(scope, machine)));
        return new SecretKeyReference(
                BootstrapObjectNames.userData(machine.name()), BootstrapObjectNames.USER_DATA_KEY);
    }

    private Secret secret(BootstrapReconcileContext scope, PlannedMachine machine) {
        return new SecretBuilder()
                .withNewMetadata()
                .withName(BootstrapObjectNames.userData(machine.name()))
                .withNamespace(scope.namespace())
                .withLabels(MachineRequestRenderer.labels(scope.resource(), machine))
                .endMetadata()
                .withType("Opaque")
                .withData(Map.of(
                        BootstrapObjectNames.USER_DATA_KEY,
                        SecretsStep.encoded(configurations(scope).of(machine))))
                .build();
    }

    /** The addresses of the machines are not known yet; each machine adds its own to its certificates. */
    private NodeConfigurationPlanner configurations(BootstrapReconcileContext scope) {
        return new NodeConfigurationPlanner(
                scope.plan(),
                scope.talos().secrets(),
                scope.endpoint().orElseThrow(),
                kubernetesPort,
                List.of(),
                scope.kubernetes());
    }
}
