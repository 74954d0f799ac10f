package dev.butlerlabs.sim.talos;

import io.grpc.ServerServiceDefinition;
import java.util.List;
import java.util.stream.Stream;

/** The gRPC services of a machine, which depend on its Talos version. */
final class TalosServices {
    private TalosServices() {}

    static List<ServerServiceDefinition> services(SimulatedNode node) {
        List<ServerServiceDefinition> old = List.of(
                new MachineApi(node).bindService(),
                new ClusterApi(node).bindService(),
                new StorageApi(node).bindService(),
                new StateApi(node).bindService());
        if (!node.release().isAtLeast(13)) {
            return old;
        }
        return Stream.concat(
                        old.stream(), Stream.of(new LifecycleApi(node).bindService(), new ImageApi().bindService()))
                .toList();
    }
}
