package dev.butlerlabs.adm.bootstrap;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;

/** The PodDisruptionBudget shop/web, which allows no disruption. */
record FullBudget(KubernetesClient client) implements AutoCloseable {
    private static final String NAMESPACE = "shop";
    private static final String NAME = "web";

    static FullBudget create(KubernetesClient client) {
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(NAMESPACE)
                        .endMetadata()
                        .build())
                .serverSideApply();
        PodDisruptionBudget budget = new PodDisruptionBudgetBuilder()
                .withNewMetadata()
                .withName(NAME)
                .withNamespace(NAMESPACE)
                .endMetadata()
                .withNewSpec()
                .withNewMinAvailable(1)
                .withNewSelector()
                .withMatchLabels(Map.of("app", NAME))
                .endSelector()
                .endSpec()
                .build();
        client.resource(budget).create();
        client.resource(new PodDisruptionBudgetBuilder(budget)
                        .withNewStatus()
                        .withExpectedPods(1)
                        .withCurrentHealthy(1)
                        .withDesiredHealthy(1)
                        .withDisruptionsAllowed(0)
                        .endStatus()
                        .build())
                .patchStatus();
        return new FullBudget(client);
    }

    /** Creates the pod of the budget, without a controller. */
    FullBudget withPod(String node) {
        client.resource(new PodBuilder()
                        .withNewMetadata()
                        .withName(NAME)
                        .withNamespace(NAMESPACE)
                        .withLabels(Map.of("app", NAME))
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName(node)
                        .addNewContainer()
                        .withName(NAME)
                        .withImage("web:1")
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
        return this;
    }

    @Override
    public void close() {
        client.policy()
                .v1()
                .podDisruptionBudget()
                .inNamespace(NAMESPACE)
                .withName(NAME)
                .delete();
        client.pods().inNamespace(NAMESPACE).withName(NAME).withGracePeriod(0).delete();
    }
}
