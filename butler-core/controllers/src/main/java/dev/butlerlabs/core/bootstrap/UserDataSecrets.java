package dev.butlerlabs.core.bootstrap;

import dev.butlerlabs.core.api.SecretKeyReference;
import dev.butlerlabs.core.bootstrap.ClusterPlan.PlannedMachine;
import dev.butlerlabs.core.kube.Owners;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;

/**
 * Keeps the configurations of machines that are made with them. They are full of keys, so each lies in a Secret of its own and the
 * machine's request names it.
 */
final class UserDataSecrets {
    private final KubernetesClient client;
    private final int kubernetesPort;

    UserDataSecrets(KubernetesClient client, int kubernetesPort) {
        this.client = client;
        this.kubernetesPort = kubernetesPort;
    }

    /** Writes the configuration of a machine that has not been asked for yet; one that has keeps what it was asked for with. */
    SecretKeyReference keep(BootstrapScope scope, PlannedMachine machine) {
        ServerSideApply.asButlerForced().apply(client, Owners.own(scope.resource(), secret(scope, machine)));
        return new SecretKeyReference(Names.userData(machine.name()), Names.USER_DATA_KEY);
    }

    private Secret secret(BootstrapScope scope, PlannedMachine machine) {
        return new SecretBuilder()
                .withNewMetadata()
                .withName(Names.userData(machine.name()))
                .withNamespace(scope.namespace())
                .withLabels(MachineRequests.labels(scope.plan(), machine))
                .endMetadata()
                .withType("Opaque")
                .withData(Map.of(
                        Names.USER_DATA_KEY,
                        SecretsStep.encoded(configurations(scope).of(machine))))
                .build();
    }

    /** Nobody knows the addresses of machines yet; each puts its own into its certificates by itself. */
    private NodeConfigurations configurations(BootstrapScope scope) {
        return new NodeConfigurations(
                scope.plan(), scope.talos().secrets(), scope.endpoint().orElseThrow(), kubernetesPort, List.of());
    }
}
