package dev.butlerlabs.core.bootstrap.plan;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestSpec;
import dev.butlerlabs.core.api.MachineRequestSpecBuilder;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.api.SecretKeyReference;
import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan.PlannedMachine;
import dev.butlerlabs.core.kube.OwnerReferences;
import dev.butlerlabs.core.provider.ProviderProfile.Hosting;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Renders the MachineRequests of a plan. Pure functions. */
public final class MachineRequestRenderer {
    private MachineRequestRenderer() {}

    /** Renders the MachineRequest of a planned machine with the default image of the provider. */
    public static MachineRequest of(
            ClusterBootstrap bootstrap,
            ManagementClusterPlan plan,
            PlannedMachine machine,
            Optional<SecretKeyReference> userData) {
        return of(bootstrap, plan, machine, userData, Optional.empty());
    }

    /**
     * Renders the MachineRequest of a planned machine.
     *
     * @param userData the Secret with the configuration of the machine; empty if it is delivered later
     * @param image the image reference; empty for the default image of the provider
     */
    public static MachineRequest of(
            ClusterBootstrap bootstrap,
            ManagementClusterPlan plan,
            PlannedMachine machine,
            Optional<SecretKeyReference> userData,
            Optional<String> image) {
        MachineRequest request = new MachineRequest();
        request.setMetadata(new ObjectMetaBuilder()
                .withName(machine.name())
                .withNamespace(bootstrap.getMetadata().getNamespace())
                .withLabels(labels(bootstrap, machine))
                .addToAnnotations(Annotations.OWNER_ID, owner(bootstrap))
                .build());
        request.setSpec(MachineRequestSpecBuilder.builder(spec(bootstrap, plan, machine))
                .userDataSecretRef(userData.orElse(null))
                .image(image.orElse(null))
                .build());
        return OwnerReferences.own(bootstrap, request);
    }

    /**
     * Returns the owner id of the machines on the infrastructure. It stays the same when the resources move to the new cluster and get new
     * uids.
     */
    public static String owner(ClusterBootstrap bootstrap) {
        return Optional.ofNullable(bootstrap.getMetadata().getAnnotations())
                .map(annotations -> annotations.get(Annotations.OWNER_ID))
                .orElseGet(() -> bootstrap.getMetadata().getUid());
    }

    /** Returns the labels that select the resources of a cluster, in the engine and in the new cluster. */
    public static Map<String, String> ofCluster(String cluster) {
        return Map.of(Labels.CLUSTER_BOOTSTRAP, cluster, Labels.CLUSTER, cluster);
    }

    /** Returns the labels of resources of a ClusterBootstrap. In an engine they have the label of the engine, as it has. */
    public static Map<String, String> labels(ClusterBootstrap bootstrap) {
        String cluster = bootstrap.getSpec().cluster().name();
        Map<String, String> labels = new HashMap<>(ofCluster(cluster));
        if (isInEngine(bootstrap)) {
            labels.put(Labels.ENGINE_OF, cluster);
        }
        return labels;
    }

    private static boolean isInEngine(ClusterBootstrap bootstrap) {
        return Optional.ofNullable(bootstrap.getMetadata().getLabels())
                .orElse(Map.of())
                .containsKey(Labels.ENGINE_OF);
    }

    public static Map<String, String> labels(ClusterBootstrap bootstrap, PlannedMachine machine) {
        Map<String, String> labels = labels(bootstrap);
        labels.put(Labels.ROLE, machine.role().word());
        return labels;
    }

    private static MachineRequestSpec spec(
            ClusterBootstrap bootstrap, ManagementClusterPlan plan, PlannedMachine machine) {
        ObjectReference provider = bootstrap.getSpec().providerRef();
        return MachineRequestSpecBuilder.builder()
                .providerRef(new ObjectReference(
                        provider.name(),
                        Objects.requireNonNullElse(
                                provider.namespace(), bootstrap.getMetadata().getNamespace())))
                .machineName(machine.name())
                .role(machine.role())
                .cpu(machine.pool().cpu())
                .memoryMB(machine.pool().memoryMB())
                .diskGB(machine.pool().diskGB())
                .extraDisks(machine.pool().extraDisks())
                .labels(machineLabels(plan))
                .address(machine.address().orElse(null))
                .build();
    }

    /** Cloud controller managers identify the machines of a cluster by this tag. */
    private static Map<String, String> machineLabels(ManagementClusterPlan plan) {
        return plan.profile().hosting() == Hosting.CLOUD
                ? Map.of("kubernetes.io/cluster/" + plan.cluster(), "owned")
                : Map.of();
    }
}
