package dev.butlerlabs.sim.aws;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A network interface, guarded by the lock of its cloud. */
final class SimulatedNetworkInterface {
    final String id;
    final AwsNetworkLayout.Subnet subnet;
    final List<String> groups;
    final String mac;
    final Map<String, String> tags;
    Optional<String> instance;

    SimulatedNetworkInterface(String id, SimulatedInstance instance, Map<String, String> tags) {
        this.id = id;
        this.subnet = instance.order.subnet();
        this.groups = instance.order.groups();
        this.mac = instance.mac;
        this.tags = tags;
        this.instance = Optional.of(instance.id);
    }

    String status() {
        return instance.isPresent() ? "in-use" : "available";
    }
}
