package dev.butlerlabs.sim.cluster.control;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Simulates the Cluster API Operator: deploys the controller of each requested provider. */
final class ClusterApiOperator implements SimulatedController {
    private static final String TYPES_SERVED = "resource types of Cluster API providers";
    private static final int PATIENCE = 3;
    private static final Map<String, String> PREFIXES = Map.ofEntries(
            Map.entry("CoreProvider/cluster-api", "capi"),
            Map.entry("BootstrapProvider/kubeadm", "capi-kubeadm-bootstrap"),
            Map.entry("BootstrapProvider/talos", "cabpt"),
            Map.entry("ControlPlaneProvider/kubeadm", "capi-kubeadm-control-plane"),
            Map.entry("ControlPlaneProvider/steward", "capi-steward"),
            Map.entry("InfrastructureProvider/kubevirt", "capk"),
            Map.entry("InfrastructureProvider/nutanix", "capx"),
            Map.entry("InfrastructureProvider/proxmox", "capmox"),
            Map.entry("InfrastructureProvider/vsphere", "capv"),
            Map.entry("InfrastructureProvider/aws", "capa"),
            Map.entry("InfrastructureProvider/azure", "capz"),
            Map.entry("InfrastructureProvider/gcp", "capg"));

    private static final List<ResourceDefinitionContext> KINDS = Stream.of(
                    "CoreProvider", "BootstrapProvider", "ControlPlaneProvider", "InfrastructureProvider")
            .map(ClusterApiOperator::kind)
            .toList();

    private boolean isWatching;

    private static ResourceDefinitionContext kind(String kind) {
        return new ResourceDefinitionContext.Builder()
                .withGroup("operator.cluster.x-k8s.io")
                .withVersion("v1alpha2")
                .withKind(kind)
                .withPlural(kind.toLowerCase(java.util.Locale.ROOT) + "s")
                .withNamespaced(true)
                .build();
    }

    @Override
    public void reconcile(ClusterView view) {
        if (!runs(view)) {
            return;
        }
        if (!isWatching) {
            watch(view);
        }
        KINDS.stream()
                .flatMap(kind -> view.custom(kind).stream())
                .flatMap(provider -> controller(provider).stream())
                .filter(wanted -> view.deployments().stream().noneMatch(present -> isSame(present, wanted)))
                .forEach(view.writes()::create);
    }

    /** Watches the providers. Their resource types are installed with the operator, so they may not be served yet. */
    private void watch(ClusterView view) {
        Duration pause = view.delays().retry().multipliedBy(PATIENCE);
        if (view.lasted(TYPES_SERVED, pause)) {
            view.forget(TYPES_SERVED);
            view.checkAgainIn(pause);
            isWatching =
                    KINDS.stream().filter(kind -> !view.watch(kind)).toList().isEmpty();
        }
    }

    private static boolean runs(ClusterView view) {
        return view.deployments().stream()
                .filter(deployment -> deployment.getMetadata().getName().endsWith("cluster-api-operator"))
                .anyMatch(deployment -> deployment.getStatus() != null
                        && Objects.requireNonNullElse(deployment.getStatus().getAvailableReplicas(), 0) > 0);
    }

    private static Optional<Deployment> controller(GenericKubernetesResource provider) {
        return Optional.ofNullable(PREFIXES.get(
                        provider.getKind() + "/" + provider.getMetadata().getName()))
                .map(prefix -> deployment(provider, prefix + "-controller-manager"));
    }

    private static Deployment deployment(GenericKubernetesResource provider, String name) {
        Map<String, String> labels = Map.of("control-plane", name);
        return new DeploymentBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(provider.getMetadata().getNamespace())
                .withLabels(labels)
                .endMetadata()
                .withNewSpec()
                .withReplicas(1)
                .withNewSelector()
                .withMatchLabels(labels)
                .endSelector()
                .withNewTemplate()
                .withNewMetadata()
                .withLabels(labels)
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("manager")
                .withImage(name + ":" + Objects.requireNonNullElse(provider.get("spec", "version"), "unknown"))
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }

    private static boolean isSame(Deployment one, Deployment other) {
        return one.getMetadata().getName().equals(other.getMetadata().getName())
                && one.getMetadata().getNamespace().equals(other.getMetadata().getNamespace());
    }
}
