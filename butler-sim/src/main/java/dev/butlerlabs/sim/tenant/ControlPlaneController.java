package dev.butlerlabs.sim.tenant;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Simulates hosted control planes: each gets an API server, an address, and a Secret with an administrator's
 * kubeconfig.
 */
final class ControlPlaneController implements AutoCloseable {
    private static final String FINALIZER = "steward.butlerlabs.dev/finalizer";

    private final HostedCluster.Factory hosting;
    private final Map<String, HostedCluster> hosted = new ConcurrentHashMap<>();

    private final TalosTrustFactory trust = new TalosTrustFactory();

    ControlPlaneController(HostedCluster.Factory hosting) {
        this.hosting = hosting;
    }

    Optional<HostedCluster> find(String namespace, String name) {
        return Optional.ofNullable(hosted.get(namespace + "/" + name));
    }

    void look(TenantNamespaceView world) {
        Set<String> present = new HashSet<>();
        for (GenericKubernetesResource plane : world.list(SimulatedResourceType.CONTROL_PLANE)) {
            present.add(UnstructuredObject.key(plane));
            if (plane.isMarkedForDeletion()) {
                end(world, plane);
            } else {
                goOn(world, plane);
            }
        }
        Set<String> gone = hosted.keySet().stream()
                .filter(key -> key.startsWith(world.namespace() + "/") && !present.contains(key))
                .collect(Collectors.toSet());
        gone.forEach(key -> hosted.remove(key).close());
    }

    private void goOn(TenantNamespaceView world, GenericKubernetesResource plane) {
        if (!UnstructuredObject.isHeld(plane, FINALIZER)) {
            world.shelf()
                    .edit(SimulatedResourceType.CONTROL_PLANE, plane, copy -> UnstructuredObject.hold(copy, FINALIZER));
            return;
        }
        if (!world.waits()
                .lasted(
                        "start of " + plane.getMetadata().getUid(),
                        world.tempo().controlPlane())) {
            return;
        }
        HostedCluster cluster =
                hosted.computeIfAbsent(UnstructuredObject.key(plane), key -> hosting.start(previous(world, plane)));
        if (!UnstructuredObject.hasEndpoint(plane)) {
            publish(world, plane, cluster);
            world.shelf()
                    .edit(
                            SimulatedResourceType.CONTROL_PLANE,
                            plane,
                            copy -> UnstructuredObject.put(
                                    copy,
                                    "controlPlaneEndpoint",
                                    Map.of("host", cluster.host(), "port", cluster.port())));
            return;
        }
        report(world, plane);
        trust.publish(world, plane);
    }

    /** Returns the API of a control plane that another process has started: clients have its address and its certificates. */
    private static Optional<HostedApi> previous(TenantNamespaceView world, GenericKubernetesResource plane) {
        if (!UnstructuredObject.hasEndpoint(plane)) {
            return Optional.empty();
        }
        return Optional.ofNullable(world.shelf()
                        .client()
                        .secrets()
                        .inNamespace(UnstructuredObject.namespace(plane))
                        .withName(UnstructuredObject.name(plane) + HostedApi.SECRET_SUFFIX)
                        .get())
                .flatMap(secret ->
                        HostedApi.of(UnstructuredObject.number(plane, "spec", "controlPlaneEndpoint", "port"), secret));
    }

    private static void publish(TenantNamespaceView world, GenericKubernetesResource plane, HostedCluster cluster) {
        cluster.api().ifPresent(api -> create(world, plane, HostedApi.SECRET_SUFFIX, api.secretData()));
        create(
                world,
                plane,
                "-admin-kubeconfig",
                Map.of(
                        "admin.conf",
                        Base64.getEncoder().encodeToString(cluster.kubeconfig().getBytes(StandardCharsets.UTF_8))));
    }

    private static void create(
            TenantNamespaceView world, GenericKubernetesResource plane, String suffix, Map<String, String> data) {
        Secret secret = new SecretBuilder()
                .withNewMetadata()
                .withNamespace(UnstructuredObject.namespace(plane))
                .withName(UnstructuredObject.name(plane) + suffix)
                .addToLabels("steward.butlerlabs.dev/component", suffix.substring(1))
                .endMetadata()
                .withData(data)
                .build();
        CachedObjectStore.attempt(() -> world.shelf().client().resource(secret).create());
    }

    /** Updates the status. A new version is reported after a delay. */
    private static void report(TenantNamespaceView world, GenericKubernetesResource plane) {
        String wanted = UnstructuredObject.text(plane, "spec", "version").orElse("");
        Optional<String> runs = UnstructuredObject.text(plane, "status", "version");
        boolean upgraded = runs.isEmpty()
                || runs.get().equals(wanted)
                || world.waits()
                        .lasted(
                                "upgrade of %s to %s"
                                        .formatted(plane.getMetadata().getUid(), wanted),
                                world.tempo().controlPlane());
        int replicas = plane.get("spec", "replicas") == null ? 1 : UnstructuredObject.number(plane, "spec", "replicas");
        Map<String, Object> status = new TreeMap<>();
        status.put("ready", replicas > 0);
        status.put("initialized", true);
        status.put("externalManagedControlPlane", true);
        status.put("replicas", replicas);
        status.put("readyReplicas", replicas);
        status.put("updatedReplicas", replicas);
        status.put("unavailableReplicas", 0);
        status.put("selector", "");
        status.put("version", upgraded ? wanted : runs.get());
        world.shelf().status(SimulatedResourceType.CONTROL_PLANE, plane, status);
    }

    private void end(TenantNamespaceView world, GenericKubernetesResource plane) {
        Optional.ofNullable(hosted.remove(UnstructuredObject.key(plane))).ifPresent(HostedCluster::close);
        world.shelf()
                .edit(SimulatedResourceType.CONTROL_PLANE, plane, copy -> UnstructuredObject.release(copy, FINALIZER));
    }

    @Override
    public void close() {
        hosted.values().forEach(HostedCluster::close);
        hosted.clear();
    }
}
