package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.talos.wire.Machine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The services of a machine and their states. */
final class NodeServices {
    private static final String WITHOUT_SNAPSHOT =
            "Failed to run pre stage: error verifying snapshot: stat /var/lib/etcd.snapshot: no such file or directory";
    private static final String REMOVED =
            "Error running Containerd(etcd), going to restart forever: task \"etcd\" failed: exit code 1";
    private static final String HEALTHY = "Health check successful";

    private NodeServices() {}

    static List<Machine.ServiceInfo> of(SimulatedNode node) {
        List<Machine.ServiceInfo> services = new ArrayList<>();
        services.add(running("apid"));
        services.add(running("containerd"));
        services.add(running("machined"));
        node.document().ifPresent(document -> {
            boolean started = node.cluster().filter(ClusterState::isStarted).isPresent();
            services.add(running("cri"));
            if (document.controlPlane()) {
                services.add(etcd(node));
                services.add(running("trustd"));
            }
            services.add(kubelet(node, started));
        });
        services.sort(Comparator.comparing(Machine.ServiceInfo::getId));
        return services;
    }

    private static Machine.ServiceInfo kubelet(SimulatedNode node, boolean started) {
        if (!started) {
            return preparing("kubelet", "Waiting for network");
        }
        return node.component(NodeComponent.KUBELET).running()
                ? running("kubelet")
                : preparing("kubelet", "Running pre state");
    }

    private static Machine.ServiceInfo etcd(SimulatedNode node) {
        return switch (node.etcd().state()) {
            case RUNNING -> node.etcd().isHealthy() ? running("etcd") : unhealthyEtcd();
            case FAILING -> notRunning("etcd", "Waiting", REMOVED);
            case FINISHED -> notRunning("etcd", "Finished", "Service finished successfully");
            case PREPARING ->
                node.cluster().filter(ClusterState::recoveryFailed).isPresent()
                        ? notRunning("etcd", "Failed", WITHOUT_SNAPSHOT)
                        : preparing("etcd", "Running pre state");
        };
    }

    private static Machine.ServiceInfo unhealthyEtcd() {
        return service("etcd", "Running", "Health check failed: context deadline exceeded")
                .setHealth(Machine.ServiceHealth.newBuilder().setLastMessage("context deadline exceeded"))
                .build();
    }

    private static Machine.ServiceInfo running(String id) {
        return service(id, "Running", HEALTHY)
                .setHealth(Machine.ServiceHealth.newBuilder().setHealthy(true))
                .build();
    }

    private static Machine.ServiceInfo preparing(String id, String message) {
        return notRunning(id, "Preparing", message);
    }

    private static Machine.ServiceInfo notRunning(String id, String state, String message) {
        return service(id, state, message)
                .setHealth(Machine.ServiceHealth.newBuilder().setUnknown(true))
                .build();
    }

    private static Machine.ServiceInfo.Builder service(String id, String state, String message) {
        return Machine.ServiceInfo.newBuilder()
                .setId(id)
                .setState(state)
                .setEvents(Machine.ServiceEvents.newBuilder()
                        .addEvents(Machine.ServiceEvent.newBuilder()
                                .setMsg(message)
                                .setState(state)));
    }
}
