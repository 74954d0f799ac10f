package dev.butlerlabs.sim.tenant;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Acts as an infrastructure provider: reports adopted infrastructure as ready, starts a machine when its bootstrap data exists, and registers
 * it as a ready node of the tenant cluster.
 */
final class InfrastructureStandIn {
    private static final String FINALIZER = "stand-in.butlerlabs.dev/infrastructure";
    private static final String MANAGED_EXTERNALLY = "cluster.x-k8s.io/managed-by";

    private final WatchedObjects objects;
    private final KubernetesClient management;
    private final KubernetesClient tenants;

    InfrastructureStandIn(WatchedObjects objects, KubernetesClient management, KubernetesClient tenants) {
        this.objects = objects;
        this.management = management;
        this.tenants = tenants;
    }

    void reconcileCluster(TestedInfrastructure infrastructure, GenericKubernetesResource cluster) {
        if (Optional.ofNullable(cluster.getMetadata().getAnnotations())
                .orElse(Map.of())
                .containsKey(MANAGED_EXTERNALLY)) {
            return;
        }
        if (cluster.isMarkedForDeletion()) {
            boolean used = objects.list(infrastructure.machine()).stream()
                    .anyMatch(machine ->
                            UnstructuredObject.namespace(machine).equals(UnstructuredObject.namespace(cluster)));
            if (!used) {
                objects.release(infrastructure.cluster(), cluster, FINALIZER);
            }
        } else if (isOwnedBy(cluster, "Cluster")) {
            objects.hold(infrastructure.cluster(), cluster, FINALIZER);
            if (UnstructuredObject.hasEndpoint(cluster)) {
                objects.mergeStatus(infrastructure.cluster(), cluster, Map.of("ready", true));
            }
        }
    }

    void reconcileMachine(TestedInfrastructure infrastructure, GenericKubernetesResource machine) {
        String name = UnstructuredObject.name(machine);
        if (machine.isMarkedForDeletion()) {
            WatchedObjects.attempt(() -> tenants.nodes().withName(name).delete());
            objects.release(infrastructure.machine(), machine, FINALIZER);
            return;
        }
        Optional<GenericKubernetesResource> owner = owner(machine);
        if (owner.isEmpty()) {
            return;
        }
        objects.hold(infrastructure.machine(), machine, FINALIZER);
        if (hasBootstrapData(owner.get())) {
            String id = "stand-in://%s/%s".formatted(UnstructuredObject.namespace(machine), name);
            register(
                    name,
                    id,
                    UnstructuredObject.text(owner.get(), "spec", "version").orElseThrow());
            objects.mergeSpec(infrastructure.machine(), machine, Map.of("providerID", id));
            objects.mergeStatus(
                    infrastructure.machine(),
                    machine,
                    Map.of("ready", true, "addresses", List.of(Map.of("type", "InternalIP", "address", "192.0.2.1"))));
        }
    }

    /** Acts as the machine of a real provider: joins the tenant cluster as soon as it runs, and leaves it when it is deleted. */
    void join(GenericKubernetesResource machine) {
        String name = UnstructuredObject.name(machine);
        if (machine.isMarkedForDeletion()) {
            WatchedObjects.attempt(() -> tenants.nodes().withName(name).delete());
            return;
        }
        UnstructuredObject.text(machine, "spec", "providerID")
                .ifPresent(id -> owner(machine)
                        .flatMap(owner -> UnstructuredObject.text(owner, "spec", "version"))
                        .ifPresent(version -> register(name, id, version)));
    }

    private static boolean isOwnedBy(GenericKubernetesResource object, String kind) {
        return object.getMetadata().getOwnerReferences().stream()
                .anyMatch(owner -> owner.getKind().equals(kind));
    }

    private Optional<GenericKubernetesResource> owner(GenericKubernetesResource machine) {
        return machine.getMetadata().getOwnerReferences().stream()
                .filter(owner -> owner.getKind().equals("Machine"))
                .flatMap(
                        owner -> objects
                                .find(
                                        TestedInfrastructure.MACHINE,
                                        UnstructuredObject.namespace(machine),
                                        owner.getName())
                                .stream())
                .findFirst();
    }

    private boolean hasBootstrapData(GenericKubernetesResource machine) {
        return UnstructuredObject.text(machine, "spec", "bootstrap", "dataSecretName")
                .map(name -> management
                        .secrets()
                        .inNamespace(UnstructuredObject.namespace(machine))
                        .withName(name)
                        .get())
                .filter(secret -> secret.getData().containsKey("value"))
                .isPresent();
    }

    private void register(String name, String id, String version) {
        Node node = new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withProviderID(id)
                .endSpec()
                .withNewStatus()
                .withConditions(
                        condition("Ready", "True"),
                        condition("MemoryPressure", "False"),
                        condition("DiskPressure", "False"),
                        condition("PIDPressure", "False"))
                .withNewNodeInfo()
                .withArchitecture("amd64")
                .withKubeletVersion(version)
                .withBootID("b")
                .withContainerRuntimeVersion("containerd://2.0.0")
                .withKernelVersion("k")
                .withKubeProxyVersion(version)
                .withMachineID("m")
                .withOperatingSystem("linux")
                .withOsImage("o")
                .withSystemUUID("s")
                .endNodeInfo()
                .endStatus()
                .build();
        Optional<Node> present =
                Optional.ofNullable(tenants.nodes().withName(name).get());
        if (present.isEmpty()) {
            WatchedObjects.attempt(() -> tenants.resource(node).create());
        }
        if (present.filter(found -> !found.getStatus().getConditions().isEmpty())
                .isEmpty()) {
            WatchedObjects.attempt(() -> tenants.resource(node).updateStatus());
        }
    }

    private static NodeCondition condition(String type, String status) {
        return new NodeConditionBuilder()
                .withType(type)
                .withStatus(status)
                .withReason("StandIn")
                .build();
    }
}
