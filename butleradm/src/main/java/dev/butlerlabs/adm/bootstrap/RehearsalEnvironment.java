package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.bootstrap.plan.BootstrapPlan;
import dev.butlerlabs.core.bootstrap.run.BootstrapPreview;
import dev.butlerlabs.core.config.Ipv4Range;
import dev.butlerlabs.core.config.bootstrap.BootstrapManifests;
import dev.butlerlabs.core.config.bootstrap.NetworkSettings;
import dev.butlerlabs.core.config.bootstrap.NodeAddressSettings;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.image.ImageFactorySettings;
import dev.butlerlabs.core.machine.ImageSyncOptions;
import dev.butlerlabs.core.net.IpAddress;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.ProviderSectionValues;
import dev.butlerlabs.sim.cluster.TalosHost;
import dev.butlerlabs.sim.cluster.TalosHostOptions;
import dev.butlerlabs.sim.factory.ImageFactoryOptions;
import dev.butlerlabs.sim.factory.SimulatedImageFactory;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import dev.butlerlabs.sim.infrastructure.SimulatorFactory;
import dev.butlerlabs.sim.infrastructure.Simulators;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A simulated environment for one plan: infrastructure, machines and the cluster they form, all on loopback.
 *
 * <p>The plan's settings point to the simulator; all other code runs as in production. Closing it stops all servers.
 */
final class RehearsalEnvironment implements AutoCloseable {
    private static final int POOL = 16;
    /** Number of addresses beyond those of the machines. */
    private static final int SPARE = 2;

    private final TalosHost hosts;
    private final SimulatedInfrastructure infrastructure;
    private final SimulatedImageFactory factory;
    private final BootstrapPlan plan;
    private final List<String> changes = new ArrayList<>();

    private RehearsalEnvironment(TalosHost hosts, SimulatedInfrastructure infrastructure, BootstrapPlan original) {
        this.hosts = hosts;
        this.infrastructure = infrastructure;
        this.factory =
                SimulatedImageFactory.start(ImageFactoryOptions.standard().withEverySchematic());
        this.plan = original.on(new ProviderSectionValues(settings(original), credentials()))
                .with(original.config().with(network(original)));
    }

    public static RehearsalEnvironment start(BootstrapPlan plan, FaultPlan faults) {
        return start(
                plan,
                TalosHost.start(
                        TalosHostOptions.quick(plan.config().talos().version()).withFaults(faults)),
                hosts -> SimulationOptions.standard().withFaults(faults).withHosts(hosts));
    }

    /** Starts a simulation that owns the given machines and closes them. */
    static RehearsalEnvironment start(
            BootstrapPlan plan, TalosHost hosts, Function<TalosHost, SimulationOptions> options) {
        try {
            return new RehearsalEnvironment(hosts, simulator(plan).start(options.apply(hosts)), plan);
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
                        "No simulator available for provider %s."
                                .formatted(plan.config().provider()),
                        "Providers with a simulator: " + names()));
    }

    private static String names() {
        return Simulators.load().all().stream().map(SimulatorFactory::provider).collect(Collectors.joining(", "));
    }

    private Map<String, Object> settings(BootstrapPlan original) {
        Map<String, Object> settings = new HashMap<>(original.setup().settings());
        infrastructure.settings().forEach((key, value) -> {
            Object before = settings.put(key, value);
            if (before != null && !before.equals(value)) {
                changes.add("%s.%s points to the simulator".formatted(infrastructure.provider(), key));
            }
        });
        return settings;
    }

    private Credentials credentials() {
        return new Credentials(infrastructure.credentials().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> new SensitiveText(entry.getValue()))));
    }

    private NetworkSettings network(BootstrapPlan original) {
        NetworkSettings network = original.config().network();
        return new NetworkSettings(
                network.pods(),
                network.services(),
                network.vip().map(this::shared),
                network.vipInterface(),
                network.loadBalancerPool().map(this::pool),
                network.nodeAddresses()
                        .map(nodes -> nodes(
                                nodes, BootstrapPreview.of(original).machines().size())),
                network.mtu());
    }

    private IpAddress shared(IpAddress original) {
        IpAddress shared = address(hosts.freeAddress());
        changes.add("network.vip %s replaced by %s".formatted(original, shared));
        return shared;
    }

    private Ipv4Range pool(Ipv4Range original) {
        Ipv4Range pool = range(hosts.pool(POOL));
        changes.add("network.loadBalancerPool %s replaced by %s".formatted(original, pool));
        return pool;
    }

    private NodeAddressSettings nodes(NodeAddressSettings original, int machines) {
        Ipv4Range range = range(hosts.machines(machines + SPARE));
        changes.add("network.nodeAddresses %s replaced by %s".formatted(original.range(), range));
        return new NodeAddressSettings(
                range,
                range(hosts.network()),
                original.gateway().map(_ -> address(hosts.gateway())),
                original.dnsServers());
    }

    private static IpAddress address(String text) {
        return IpAddress.tryParseIpv4(text).orElseThrow();
    }

    private static Ipv4Range range(String text) {
        return Ipv4Range.parse(text).orElseThrow();
    }

    /** Returns the plan with settings that point to the simulator. */
    public BootstrapPlan plan() {
        return plan;
    }

    /** Returns the resources of the plan. */
    public BootstrapManifests resources() {
        return plan.resources();
    }

    /** Returns the differences from the bootstrap file, as messages. */
    public List<String> changes() {
        return List.copyOf(changes);
    }

    /** Returns options with the simulated image factory, which has every schematic and version. */
    ImageSyncOptions imageOptions() {
        return ImageSyncOptions.rehearsal(new ImageFactorySettings(factory.url(), Optional.empty(), Optional.empty()));
    }

    public SimulatedInfrastructure infrastructure() {
        return infrastructure;
    }

    @Override
    public void close() {
        infrastructure.close();
        factory.close();
        hosts.close();
    }
}
