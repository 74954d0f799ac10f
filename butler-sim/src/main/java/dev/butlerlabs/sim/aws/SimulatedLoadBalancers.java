package dev.butlerlabs.sim.aws;

import dev.butlerlabs.sim.aws.SimulatedInstance.State;
import dev.butlerlabs.sim.infrastructure.LoadBalancerListener;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The load balancers of the region with their listeners and target groups. */
final class SimulatedLoadBalancers implements AutoCloseable {
    private static final int LONGEST_NAME = 32;
    private static final Duration PATIENCE = Duration.ofMillis(500);

    private final AwsIdGenerator ids;
    private final Function<String, Optional<SimulatedInstance>> instances;
    private final Duration provisioning;
    private final Map<String, Balancer> balancers = new LinkedHashMap<>();
    private final Map<String, Group> groups = new LinkedHashMap<>();
    private final Map<String, Listener> listeners = new LinkedHashMap<>();
    private final Map<String, LoadBalancerListener> forwarders = new LinkedHashMap<>();
    private int number;
    private int made;

    SimulatedLoadBalancers(
            AwsIdGenerator ids, Function<String, Optional<SimulatedInstance>> instances, Duration provisioning) {
        this.ids = ids;
        this.instances = instances;
        this.provisioning = provisioning;
    }

    record Balancer(
            String arn,
            String name,
            String scheme,
            List<AwsNetworkLayout.Subnet> subnets,
            Map<String, String> tags,
            Map<String, String> attributes,
            Instant readyAt,
            String address) {
        String state() {
            return Instant.now().isBefore(readyAt) ? "provisioning" : "active";
        }
    }

    record Group(
            String arn,
            String name,
            int port,
            Health health,
            Map<String, String> tags,
            Map<String, String> attributes,
            Map<Target, Boolean> targets) {}

    record Health(String protocol, String port, int interval, int well, int ill) {}

    record Target(String instance, int port) {}

    record Listener(String arn, Balancer balancer, int port, Group group) {}

    synchronized Balancer makeBalancer(
            String name, String scheme, List<AwsNetworkLayout.Subnet> subnets, Map<String, String> tags) {
        requireName(name);
        Optional<Balancer> before = byName(name);
        if (before.isPresent()) {
            if (before.get().scheme().equals(scheme)
                    && before.get().subnets().equals(subnets)
                    && before.get().tags().equals(tags)) {
                return before.get();
            }
            throw AwsErrorResponse.of(
                    "DuplicateLoadBalancerName",
                    "A load balancer with the same name '%s' exists, but with different settings".formatted(name));
        }
        if (subnets.stream().map(AwsNetworkLayout.Subnet::zone).distinct().count() < subnets.size()) {
            throw AwsErrorResponse.of(
                    "InvalidConfigurationRequest",
                    "A load balancer cannot be attached to multiple subnets in the same Availability Zone");
        }
        Balancer made = new Balancer(
                ids.arn("loadbalancer/net", name),
                name,
                scheme,
                subnets,
                tags,
                new LinkedHashMap<>(),
                Instant.now().plus(provisioning),
                address());
        balancers.put(made.arn(), made);
        return made;
    }

    /**
     * Sets the number from which the addresses of load balancers are derived: a port on 127.0.0.1 that this region
     * owns, so that the addresses are unique.
     */
    synchronized void standAt(int port) {
        number = port;
    }

    private String address() {
        return "127.%d.%d.%d"
                .formatted(112 + (number >> 12), number >> 4 & 0xff, (number & 0xf) * 16 + made++ % 15 + 1);
    }

    private static void requireName(String name) {
        if (name.length() > LONGEST_NAME
                || !name.matches("[a-zA-Z0-9-]+")
                || name.startsWith("-")
                || name.endsWith("-")) {
            throw AwsErrorResponse.of(
                    "ValidationError",
                    "The name '%s' is not valid: the maximum is 32 letters, digits and hyphens".formatted(name));
        }
    }

    synchronized Group makeGroup(String name, int port, Health health, Map<String, String> tags) {
        requireName(name);
        if (groupByName(name).isPresent()) {
            throw AwsErrorResponse.of(
                    "DuplicateTargetGroupName",
                    "A target group with the same name '%s' exists, but with different settings".formatted(name));
        }
        Group made = new Group(
                ids.arn("targetgroup", name), name, port, health, tags, new LinkedHashMap<>(), new LinkedHashMap<>());
        groups.put(made.arn(), made);
        return made;
    }

    synchronized Listener makeListener(String balancerArn, int port, String groupArn) {
        Balancer balancer = balancer(balancerArn);
        Group group = group(groupArn);
        if (listeners.values().stream().anyMatch(one -> one.balancer().equals(balancer) && one.port() == port)) {
            throw AwsErrorResponse.of(
                    "DuplicateListener",
                    "A listener already exists on this port for this load balancer '%s'".formatted(balancerArn));
        }
        Listener made = new Listener(ids.arn("listener/net", balancer.name()), balancer, port, group);
        listeners.put(made.arn(), made);
        LoadBalancerListener.open(balancer.address(), port, () -> addresses(groupArn))
                .ifPresent(forwarder -> forwarders.put(made.arn(), forwarder));
        return made;
    }

    private List<InetSocketAddress> addresses(String groupArn) {
        return targets(groupArn).stream()
                .flatMap(target -> instances.apply(target.instance()).flatMap(SimulatedInstance::address).stream()
                        .map(address -> new InetSocketAddress(address, target.port())))
                .toList();
    }

    synchronized List<Balancer> balancers() {
        return List.copyOf(balancers.values());
    }

    synchronized List<Group> groups() {
        return List.copyOf(groups.values());
    }

    synchronized List<Listener> listeners(String balancerArn) {
        Balancer balancer = balancer(balancerArn);
        return listeners.values().stream()
                .filter(one -> one.balancer().equals(balancer))
                .toList();
    }

    synchronized Optional<Balancer> byName(String name) {
        return balancers.values().stream()
                .filter(one -> one.name().equals(name))
                .findFirst();
    }

    synchronized Optional<Group> groupByName(String name) {
        return groups.values().stream().filter(one -> one.name().equals(name)).findFirst();
    }

    synchronized Balancer balancer(String arn) {
        return Optional.ofNullable(balancers.get(arn))
                .orElseThrow(() ->
                        AwsErrorResponse.of("LoadBalancerNotFound", "Load balancer '%s' not found".formatted(arn)));
    }

    synchronized Group group(String arn) {
        return Optional.ofNullable(groups.get(arn))
                .orElseThrow(() ->
                        AwsErrorResponse.of("TargetGroupNotFound", "Target groups '%s' not found".formatted(arn)));
    }

    synchronized Optional<Map<String, String>> tags(String arn) {
        return Optional.ofNullable(balancers.get(arn))
                .map(Balancer::tags)
                .or(() -> Optional.ofNullable(groups.get(arn)).map(Group::tags));
    }

    synchronized void removeBalancer(String arn) {
        balancers.remove(arn);
        listeners.values().stream()
                .filter(one -> one.balancer().arn().equals(arn))
                .map(Listener::arn)
                .toList()
                .forEach(this::removeListener);
    }

    synchronized Listener listener(String arn) {
        return Optional.ofNullable(listeners.get(arn))
                .orElseThrow(() -> AwsErrorResponse.of(
                        "ListenerNotFound", "One or more listeners not found: '%s'".formatted(arn)));
    }

    synchronized void removeListener(String arn) {
        if (listeners.remove(arn) == null) {
            throw AwsErrorResponse.of("ListenerNotFound", "Listener '%s' not found".formatted(arn));
        }
        Optional.ofNullable(forwarders.remove(arn)).ifPresent(LoadBalancerListener::close);
    }

    synchronized void removeGroup(String arn) {
        if (listeners.values().stream().anyMatch(one -> one.group().arn().equals(arn))) {
            throw AwsErrorResponse.of(
                    "ResourceInUse", "Target group '%s' is currently in use by a listener or a rule".formatted(arn));
        }
        groups.remove(arn);
    }

    /**
     * Registers targets. Reads the instances before taking the lock, because the cloud calls back while holding its own
     * lock.
     */
    void register(String groupArn, List<Target> targets) {
        targets.forEach(this::requireRunning);
        synchronized (this) {
            targets.forEach(target -> group(groupArn).targets().put(target, true));
        }
    }

    private void requireRunning(Target target) {
        State state = instances
                .apply(target.instance())
                .map(instance -> instance.state)
                .orElse(State.TERMINATED);
        if (state != State.RUNNING) {
            throw AwsErrorResponse.of(
                    "InvalidTarget",
                    "The following targets are not in a running state and cannot be registered: '%s'"
                            .formatted(target.instance()));
        }
    }

    synchronized void deregister(String groupArn, List<Target> targets) {
        targets.forEach(group(groupArn).targets()::remove);
    }

    synchronized List<Target> targets(String groupArn) {
        return new ArrayList<>(group(groupArn).targets().keySet());
    }

    /**
     * Returns the health of a target: unused until a listener forwards to its group, healthy if it accepts connections.
     */
    String health(String groupArn, Target target) {
        if (!isUsed(groupArn)) {
            return "unused";
        }
        String asked = group(groupArn).health().port();
        int port = asked.equals("traffic-port") ? target.port() : Integer.parseInt(asked);
        return instances
                        .apply(target.instance())
                        .flatMap(SimulatedInstance::address)
                        .filter(address -> answers(address, port))
                        .isPresent()
                ? "healthy"
                : "unhealthy";
    }

    private synchronized boolean isUsed(String groupArn) {
        return listeners.values().stream().anyMatch(one -> one.group().arn().equals(groupArn));
    }

    private static boolean answers(String address, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), (int) PATIENCE.toMillis());
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Removes a terminated instance from all target groups. */
    synchronized void forget(String instance) {
        groups.values()
                .forEach(group -> group.targets()
                        .keySet()
                        .removeIf(target -> target.instance().equals(instance)));
    }

    @Override
    public synchronized void close() {
        forwarders.values().forEach(LoadBalancerListener::close);
    }
}
