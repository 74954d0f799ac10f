package dev.butlerlabs.sim.aws;

import dev.butlerlabs.sim.infrastructure.MachineHost;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** An instance, guarded by the lock of its cloud. */
final class SimulatedInstance {
    final String id;
    final Order order;
    final String mac;
    final Instant launched;
    final SortedMap<String, String> tags;
    State state = State.PENDING;
    String reasonCode = "";
    String reason = "";
    boolean withoutAddress;
    Optional<MachineHost.Inside> inside = Optional.empty();
    /** Action to run once a client has seen the instance running. */
    Optional<Runnable> afterSeen = Optional.empty();

    SimulatedInstance(String id, Order order, String mac, Instant launched) {
        this.id = id;
        this.order = order;
        this.mac = mac;
        this.launched = launched;
        this.tags = new TreeMap<>(order.tags());
    }

    /** The parameters of a launch request. */
    record Order(
            String image,
            String type,
            AwsNetworkLayout.Subnet subnet,
            List<String> groups,
            boolean publicAddress,
            Optional<String> userData,
            Map<String, String> tags,
            Optional<String> token,
            Map<String, String> request) {}

    /** EC2 instance states with their codes. */
    enum State {
        PENDING(0, "pending"),
        RUNNING(16, "running"),
        SHUTTING_DOWN(32, "shutting-down"),
        TERMINATED(48, "terminated"),
        STOPPED(80, "stopped");

        final int code;
        final String word;

        State(int code, String word) {
            this.code = code;
            this.word = word;
        }
    }

    String name() {
        return tags.getOrDefault("Name", "");
    }

    boolean isGone() {
        return state == State.TERMINATED;
    }

    Optional<String> address() {
        return state == State.RUNNING && !withoutAddress ? inside.map(MachineHost.Inside::address) : Optional.empty();
    }

    void switchOff() {
        inside.ifPresent(MachineHost.Inside::close);
        inside = Optional.empty();
    }
}
