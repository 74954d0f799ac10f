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

    void reconcile(TenantNamespaceView view) {
        Set<String> present = new HashSet<>();
        for (GenericKubernetesResource plane : view.list(SimulatedResourceType.CONTROL_PLANE)) {
            present.add(UnstructuredObject.key(plane));
            if (plane.isMarkedForDeletion()) {
                end(view, plane);
            } else {
                goOn(view, plane);
            }
        }
        Set<String> gone = hosted.keySet().stream()
                .filter(key -> key.startsWith(view.namespace() + "/") && !present.contains(key))
                .collect(Collectors.toSet());
        gone.forEach(key -> hosted.remove(key).close());
    }

    private void goOn(TenantNamespaceView view, GenericKubernetesResource plane) {
        if (!UnstructuredObject.isHeld(plane, FINALIZER)) {
            view.store()
                    .edit(SimulatedResourceType.CONTROL_PLANE, plane, copy -> UnstructuredObject.hold(copy, FINALIZER));
            return;
        }
        if (!view.waits()
                .lasted(
                        "start of " + plane.getMetadata().getUid(),
                        view.delays().controlPlane())) {
            return;
        }
        HostedCluster cluster =
                hosted.computeIfAbsent(UnstructuredObject.key(plane), key -> hosting.start(previous(view, plane)));
        if (!UnstructuredObject.hasEndpoint(plane)) {
            publish(view, plane, cluster);
            view.store()
                    .edit(
                            SimulatedResourceType.CONTROL_PLANE,
                            plane,
                            copy -> UnstructuredObject.put(
                                    copy,
                                    "controlPlaneEndpoint",
                                    Map.of("host", cluster.host(), "port", cluster.port())));
            return;
        }
        report(view, plane);
        trust.publish(view, plane);
    }

    /** Returns the API of a control plane that another process has started: clients have its address and its certificates. */
    private static Optional<HostedApi> previous(TenantNamespaceView view, GenericKubernetesResource plane) {
        if (!UnstructuredObject.hasEndpoint(plane)) {
            return Optional.empty();
        }
        return Optional.ofNullable(view.store()
                        .client()
                        .secrets()
                        .inNamespace(UnstructuredObject.namespace(plane))
                        .withName(UnstructuredObject.name(plane) + HostedApi.SECRET_SUFFIX)
                        .get())
                .flatMap(secret ->
                        HostedApi.of(UnstructuredObject.number(plane, "spec", "controlPlaneEndpoint", "port"), secret));
    }

    private static void publish(TenantNamespaceView view, GenericKubernetesResource plane, HostedCluster cluster) {
        cluster.api().ifPresent(api -> create(view, plane, HostedApi.SECRET_SUFFIX, api.secretData()));
        create(
                view,
                plane,
                "-admin-kubeconfig",
                Map.of(
                        "admin.conf",
                        Base64.getEncoder().encodeToString(cluster.kubeconfig().getBytes(StandardCharsets.UTF_8))));
    }

    private static void create(
            TenantNamespaceView view, GenericKubernetesResource plane, String suffix, Map<String, String> data) {
        Secret secret = new SecretBuilder()
                .withNewMetadata()
                .withNamespace(UnstructuredObject.namespace(plane))
                .withName(UnstructuredObject.name(plane) + suffix)
                .addToLabels("steward.butlerlabs.dev/component", suffix.substring(1))
                .endMetadata()
                .withData(data)
                .build();
        CachedObjectStore.attempt(() -> view.store().client().resource(secret).create());
    }

    /** Updates the status. A new version is reported after a delay. */
    private static void report(TenantNamespaceView view, GenericKubernetesResource plane) {
        String wanted = UnstructuredObject.text(plane, "spec", "version").orElse("");
        Optional<String> runs = UnstructuredObject.text(plane, "status", "version");
        boolean upgraded = runs.isEmpty()
                || runs.get().equals(wanted)
                || view.waits()
                        .lasted(
                                "upgrade of %s to %s"
                                        .formatted(plane.getMetadata().getUid(), wanted),
                                view.delays().controlPlane());
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
        view.store().status(SimulatedResourceType.CONTROL_PLANE, plane, status);
    }

    private void end(TenantNamespaceView view, GenericKubernetesResource plane) {
        Optional.ofNullable(hosted.remove(UnstructuredObject.key(plane))).ifPresent(HostedCluster::close);
        view.store()
                .edit(SimulatedResourceType.CONTROL_PLANE, plane, copy -> UnstructuredObject.release(copy, FINALIZER));
    }

    @Override
    public void close() {
        hosted.values().forEach(HostedCluster::close);
        hosted.clear();
    }
}
