package dev.butlerlabs.sim.cluster.control;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Simulates the Cluster API Operator: deploys the controller of each requested provider. */
final class ClusterApiOperator implements SimulatedController {
    private static final int PATIENCE = 3;
    private static final int SETTLED_PATIENCE = 50;
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

    /** Whether the last look found providers of every kind, all with a controller. */
    private boolean settled;

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
    public void look(ClusterView world) {
        Duration pause = world.tempo().retry().multipliedBy(settled ? SETTLED_PATIENCE : PATIENCE);
        if (!runs(world) || !world.lasted("look at Cluster API providers", pause)) {
            return;
        }
        world.forget("look at Cluster API providers");
        world.lookAgainIn(pause);
        List<List<GenericKubernetesResource>> providers =
                KINDS.stream().map(kind -> providers(world, kind)).toList();
        List<Deployment> missing = missingControllers(world, providers);
        missing.forEach(world.writes()::create);
        settled = missing.isEmpty() && providers.stream().noneMatch(List::isEmpty);
    }

    private static List<Deployment> missingControllers(
            ClusterView world, List<List<GenericKubernetesResource>> providers) {
        return providers.stream()
                .flatMap(List::stream)
                .flatMap(provider -> controller(provider).stream())
                .filter(wanted -> world.deployments().stream().noneMatch(present -> isSame(present, wanted)))
                .toList();
    }

    private static boolean runs(ClusterView world) {
        return world.deployments().stream()
                .filter(deployment -> deployment.getMetadata().getName().endsWith("cluster-api-operator"))
                .anyMatch(deployment -> deployment.getStatus() != null
                        && Objects.requireNonNullElse(deployment.getStatus().getAvailableReplicas(), 0) > 0);
    }

    private static List<GenericKubernetesResource> providers(ClusterView world, ResourceDefinitionContext kind) {
        try {
            return world.client()
                    .genericKubernetesResources(kind)
                    .inAnyNamespace()
                    .list()
                    .getItems();
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
                return List.of();
            }
            throw e;
        }
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
