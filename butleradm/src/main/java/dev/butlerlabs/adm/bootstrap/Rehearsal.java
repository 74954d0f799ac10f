package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.ClusterBootstrapSpec;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.LoadBalancerPool;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Network;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.NodeAddresses;
import dev.butlerlabs.core.api.ClusterBootstrapSpecBuilder;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.bootstrap.BootstrapPlan;
import dev.butlerlabs.core.bootstrap.Outline;
import dev.butlerlabs.core.config.bootstrap.BootstrapResources;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.ProviderSetup;
import dev.butlerlabs.sim.cluster.TalosHost;
import dev.butlerlabs.sim.cluster.TalosHostOptions;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import dev.butlerlabs.sim.infrastructure.SimulatorFactory;
import dev.butlerlabs.sim.infrastructure.Simulators;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A simulated world for one plan: its infrastructure, its machines and the cluster they form, all on loopback. The plan is led there
 * by its own settings; nothing else is told that the world is not the real one.
 */
final class Rehearsal implements AutoCloseable {
    private static final int POOL = 16;
    /** Addresses beyond what the machines need. */
    private static final int SPARE = 2;

    private final TalosHost hosts;
    private final SimulatedInfrastructure infrastructure;
    private final BootstrapPlan plan;
    private final BootstrapResources resources;
    private final List<String> changes = new ArrayList<>();

    private Rehearsal(TalosHost hosts, SimulatedInfrastructure infrastructure, BootstrapPlan original) {
        this.hosts = hosts;
        this.infrastructure = infrastructure;
        this.plan = original.on(new ProviderSetup(settings(original), credentials()));
        this.resources = rewritten(plan.resources());
    }

    public static Rehearsal start(BootstrapPlan plan, FaultPlan faults) {
        return start(
                plan,
                TalosHost.start(
                        TalosHostOptions.quick(plan.config().talos().version()).withFaults(faults)),
                hosts -> SimulationOptions.standard().withFaults(faults).withHosts(hosts));
    }

    /** A world with these machines, which go with it. */
    static Rehearsal start(BootstrapPlan plan, TalosHost hosts, Function<TalosHost, SimulationOptions> options) {
        try {
            return new Rehearsal(hosts, simulator(plan).start(options.apply(hosts)), plan);
        } catch (RuntimeException e) {
            hosts.close();
            throw e;
        }
    }

    private static SimulatorFactory simulator(BootstrapPlan plan) {
        return Simulators.load()
                .find(plan.config().provider())
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.NOT_OFFERED,
                        "There is no simulator for %s yet."
                                .formatted(plan.config().provider()),
                        "These can be rehearsed: " + names()));
    }

    private static String names() {
        return Simulators.load().all().stream().map(SimulatorFactory::provider).collect(Collectors.joining(", "));
    }

    private Map<String, Object> settings(BootstrapPlan original) {
        Map<String, Object> settings = new HashMap<>(original.setup().settings());
        infrastructure.settings().forEach((key, value) -> {
            Object before = settings.put(key, value);
            if (before != null && !before.equals(value)) {
                changes.add("%s.%s leads to the simulator".formatted(infrastructure.provider(), key));
            }
        });
        return settings;
    }

    private Credentials credentials() {
        return new Credentials(infrastructure.credentials().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> new SensitiveText(entry.getValue()))));
    }

    private BootstrapResources rewritten(BootstrapResources original) {
        ClusterBootstrap bootstrap = new ClusterBootstrap();
        bootstrap.setMetadata(original.clusterBootstrap().getMetadata());
        ClusterBootstrapSpec spec = original.clusterBootstrap().getSpec();
        bootstrap.setSpec(ClusterBootstrapSpecBuilder.builder(spec)
                .network(network(spec.network()))
                .build());
        return new BootstrapResources(
                original.secrets(),
                original.providerConfig(),
                bootstrap,
                original.networkPool(),
                original.butlerConfig());
    }

    private Network network(Network original) {
        String vip = original.vip();
        if (vip != null && !vip.isBlank()) {
            vip = hosts.freeAddress();
            changes.add("network.vip %s becomes %s".formatted(original.vip(), vip));
        }
        LoadBalancerPool pool = original.loadBalancerPool();
        if (pool != null) {
            String[] ends = hosts.pool(POOL).split("-", -1);
            changes.add("network.loadBalancerPool becomes %s-%s".formatted(ends[0], ends[1]));
            pool = new LoadBalancerPool(ends[0], ends[1]);
        }
        return new Network(
                original.podCIDR(),
                original.serviceCIDR(),
                vip,
                original.vipInterface(),
                pool,
                nodes(original.nodeAddresses()));
    }

    private NodeAddresses nodes(NodeAddresses original) {
        if (original == null) {
            return null;
        }
        String[] ends =
                hosts.machines(Outline.of(plan).machines().size() + SPARE).split("-", -1);
        changes.add("network.nodeAddresses %s-%s becomes %s-%s"
                .formatted(original.start(), original.end(), ends[0], ends[1]));
        String gateway = original.gateway() == null ? null : hosts.gateway();
        return new NodeAddresses(ends[0], ends[1], hosts.network(), gateway, original.dnsServers());
    }

    /** The plan, led to this world. */
    public BootstrapPlan plan() {
        return plan;
    }

    /** What the plan becomes in this world. */
    public BootstrapResources resources() {
        return resources;
    }

    /** What is different from the operator's file, for people. */
    public List<String> changes() {
        return List.copyOf(changes);
    }

    public SimulatedInfrastructure infrastructure() {
        return infrastructure;
    }

    @Override
    public void close() {
        infrastructure.close();
        hosts.close();
    }
}
