package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.addon.AddonState;
import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.MachineAddress;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan;
import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan.PlannedMachine;
import dev.butlerlabs.core.provider.ImageArtifact;
import dev.butlerlabs.core.provider.ProviderProfile;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.version.KubernetesVersion;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Holds the state of one reconciliation of a ClusterBootstrap. Each step adds to it; the status is rendered from it. */
public final class BootstrapReconcileContext {
    private final ClusterBootstrap resource;
    private final MachineAccessSelector access;
    private final Predicate<String> selection;
    private final Optional<KubernetesVersion> kubernetes;
    private Optional<ManagementClusterPlan> plan = Optional.empty();
    private Optional<TalosAccess> talos = Optional.empty();
    private final Map<String, MachineRequest> machines = new TreeMap<>();
    private Optional<String> endpoint = Optional.empty();
    private Optional<String> runningEndpoint = Optional.empty();
    private Optional<ImageArtifact> artifact = Optional.empty();
    private Optional<String> image = Optional.empty();
    private final Map<String, NodeProgress> nodes = new HashMap<>();
    private Map<String, AddonState> addons = Map.of();
    private Set<String> readyNodes = new HashSet<>();

    BootstrapReconcileContext(ClusterBootstrap resource, MachineAccessSelector access) {
        this(resource, access, _ -> true, Optional.empty());
    }

    /**
     * @param selection the names of the machines that the steps create and configure; the others are left unchanged
     * @param kubernetes the version that the cluster runs; empty for a new cluster
     */
    BootstrapReconcileContext(
            ClusterBootstrap resource,
            MachineAccessSelector access,
            Predicate<String> selection,
            Optional<KubernetesVersion> kubernetes) {
        this.resource = resource;
        this.access = access;
        this.selection = selection;
        this.kubernetes = kubernetes;
    }

    /** The secrets of the cluster and the talosconfig generated from them. */
    record TalosAccess(SecretsBundle secrets, String talosconfig) {
        @Override
        public String toString() {
            return "TalosAccess";
        }
    }

    ClusterBootstrap resource() {
        return resource;
    }

    String namespace() {
        return resource.getMetadata().getNamespace();
    }

    String cluster() {
        return resource.getSpec().cluster().name();
    }

    /** Returns whether the status already reports this reason for a waiting step. */
    boolean isTold(String step, String reason) {
        return Optional.ofNullable(resource.getStatus())
                .flatMap(status -> ConditionEditor.find(status.conditions(), step))
                .filter(condition -> reason.equals(condition.getReason()))
                .isPresent();
    }

    void profile(ProviderProfile profile) {
        plan = Optional.of(ManagementClusterPlan.of(resource, profile));
    }

    /** Replaces the plan with a more specific one. */
    void plan(ManagementClusterPlan settled) {
        plan = Optional.of(settled);
    }

    ManagementClusterPlan plan() {
        return plan.orElseThrow();
    }

    /** Returns the machines of the plan that the steps create and configure. */
    List<PlannedMachine> selected() {
        return plan().machines().stream()
                .filter(machine -> selection.test(machine.name()))
                .toList();
    }

    /** Returns the Kubernetes version of the configurations; empty for the default of the Talos version. */
    Optional<KubernetesVersion> kubernetes() {
        return kubernetes;
    }

    void talos(TalosAccess access) {
        talos = Optional.of(access);
    }

    TalosAccess talos() {
        return talos.orElseThrow();
    }

    void machines(List<MachineRequest> found) {
        machines.clear();
        found.forEach(request -> machines.put(request.getMetadata().getName(), request));
    }

    Map<String, MachineRequest> machines() {
        return machines;
    }

    /** Returns the address of a machine; of several, the one that was chosen for it. */
    Optional<String> address(String machine) {
        return published(machine).map(MachineRoute::address);
    }

    /** Returns the address and the published ports of a machine. */
    Optional<MachineRoute> published(String machine) {
        return Optional.ofNullable(machines.get(machine)).flatMap(MachineRoute::of);
    }

    /** Returns how to connect to a machine. */
    Optional<MachineRoute> route(String machine) {
        return published(machine).map(access::route);
    }

    /** Returns how to connect to the control plane, ordered by machine name. */
    List<MachineRoute> controlPlaneRoutes() {
        return plan().controlPlanes().stream()
                .flatMap(machine -> route(machine.name()).stream())
                .toList();
    }

    MachineAccessSelector access() {
        return access;
    }

    /** Returns the address that the operator chose for a machine. */
    static Optional<String> chosen(MachineRequest request) {
        return Optional.ofNullable(request.getSpec().address()).map(MachineAddress::ip);
    }

    /** Returns the addresses of the control plane, ordered by machine name. */
    List<String> controlPlaneAddresses() {
        return plan().controlPlanes().stream()
                .flatMap(machine -> address(machine.name()).stream())
                .toList();
    }

    boolean isControlPlane(String machine) {
        return Optional.ofNullable(machines.get(machine))
                .filter(request -> request.getSpec().role() == MachineRole.CONTROL_PLANE)
                .isPresent();
    }

    /** @param offered the artifact of the image factory that machines boot from, if images can be imported */
    void artifact(Optional<ImageArtifact> offered) {
        artifact = offered;
    }

    Optional<ImageArtifact> artifact() {
        return artifact;
    }

    void image(String reference) {
        image = Optional.of(reference);
    }

    /** Returns the transferred image of the machines; empty for the default image of the provider. */
    Optional<String> image() {
        return image;
    }

    void endpoint(String host) {
        endpoint = Optional.of(host);
    }

    /** Sets the endpoint of a cluster that is already running. It does not depend on the machines. */
    void runningEndpoint(String host) {
        runningEndpoint = Optional.of(host);
        endpoint(host);
    }

    Optional<String> runningEndpoint() {
        return runningEndpoint;
    }

    /** Returns the host of the Kubernetes API. */
    Optional<String> endpoint() {
        return endpoint;
    }

    Map<String, NodeProgress> nodes() {
        return nodes;
    }

    void addons(Map<String, AddonState> states) {
        addons = states;
    }

    Map<String, AddonState> addons() {
        return addons;
    }

    void readyNodes(Set<String> names) {
        readyNodes = Set.copyOf(names);
    }

    Set<String> readyNodes() {
        return readyNodes;
    }
}
