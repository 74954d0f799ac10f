package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.talos.wire.Machine;
import java.util.ArrayList;
import java.util.List;

/** The services of a machine and their states. */
final class NodeServices {
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
                services.add(started ? running("etcd") : preparing("etcd", "Running pre state"));
                services.add(running("trustd"));
            }
            services.add(started ? running("kubelet") : preparing("kubelet", "Waiting for network"));
        });
        return services;
    }

    private static Machine.ServiceInfo running(String id) {
        return service(id, "Running", "Started task " + id)
                .setHealth(Machine.ServiceHealth.newBuilder().setHealthy(true))
                .build();
    }

    private static Machine.ServiceInfo preparing(String id, String message) {
        return service(id, "Preparing", message)
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
