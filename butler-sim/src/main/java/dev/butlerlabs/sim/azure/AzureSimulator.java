package dev.butlerlabs.sim.azure;

import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.http.FaultyServer;
import dev.butlerlabs.sim.http.HttpApplication;
import dev.butlerlabs.sim.http.ServerCertificate;
import dev.butlerlabs.sim.infrastructure.SimulatedImage;
import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine.Power;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A simulated Azure subscription with one resource group in one region, over HTTPS with its own CA. */
public final class AzureSimulator implements SimulatedInfrastructure {
    static final String PROVIDER = "azure";

    private static final int PAGE = 50;
    private static final Duration TOKEN_LIFETIME = Duration.ofHours(1);

    private final SimulationOptions options;
    private final AzureCloud cloud;
    private final ArmPermissions permissions = new ArmPermissions();
    private final ServerCertificate certificate = ServerCertificate.forNames("127.0.0.1", "localhost");
    private final FaultyServer server;

    private AzureSimulator(SimulationOptions options, Duration tokenLifetime, UnaryOperator<HttpApplication> observer) {
        this.options = options;
        this.cloud = new AzureCloud(options);
        HttpApplication application =
                new ArmApplication(cloud, new EntraEndpoint(tokenLifetime), permissions, PAGE, () -> address());
        this.server = FaultyServer.start(
                options.port(), Optional.of(certificate.tls()), observer.apply(application), options.faults());
        cloud.network.standAt(server.address().getPort());
    }

    public static AzureSimulator start(SimulationOptions options) {
        return new AzureSimulator(options, TOKEN_LIFETIME, UnaryOperator.identity());
    }

    /** Starts with tokens that expire soon. */
    static AzureSimulator startWithTokens(Duration lifetime, SimulationOptions options) {
        return new AzureSimulator(options, lifetime, UnaryOperator.identity());
    }

    /** Starts with an application around that of the simulator, such as one that records messages. */
    static AzureSimulator startObserved(SimulationOptions options, UnaryOperator<HttpApplication> observer) {
        return new AzureSimulator(options, TOKEN_LIFETIME, observer);
    }

    /** Returns the URL of both Azure Resource Manager and Microsoft Entra ID. */
    String address() {
        return server.address().toString();
    }

    String authorityPem() {
        return certificate.authorityPem();
    }

    @Override
    public String provider() {
        return PROVIDER;
    }

    @Override
    public Map<String, Object> settings() {
        return Map.of(
                "subscriptionID", AzureCatalog.SUBSCRIPTION,
                "resourceGroup", AzureCatalog.GROUP,
                "location", AzureCatalog.LOCATION,
                "vnetName", AzureCatalog.NETWORK,
                "vnetResourceGroup", AzureCatalog.GROUP,
                "subnetName", AzureCatalog.SUBNET,
                "securityGroupName", AzureCatalog.SECURITY_GROUP,
                "imageURN", AzureCatalog.IMAGE_URN,
                "endpoint", address(),
                "authorityHost", address());
    }

    @Override
    public Map<String, String> credentials() {
        return Map.of(
                "tenantID", EntraEndpoint.TENANT,
                "clientID", EntraEndpoint.CLIENT,
                "clientSecret", EntraEndpoint.SECRET,
                "ca.pem", authorityPem());
    }

    @Override
    public List<SimulatedMachine> machines() {
        return cloud.vms.all().stream().map(AzureSimulator::machine).toList();
    }

    private static SimulatedMachine machine(SimulatedAzureVm vm) {
        Power power = vm.resource.isLeaving()
                ? Power.LEAVING
                : switch (vm.power) {
                    case "running" -> Power.ON;
                    case "" -> Power.BOOTING;
                    default -> Power.OFF;
                };
        return new SimulatedMachine(vm.resource.id, vm.resource.name, power, vm.resource.tags(), vm.address());
    }

    @Override
    public List<SimulatedImage> images() {
        return cloud.imageViews();
    }

    /** Creates an image with a state and tags, bypassing the API. */
    void plantImage(String name, String state, Map<String, String> tags) {
        cloud.plantImage(name, state, tags);
    }

    @Override
    public void vanishImage(String name) {
        cloud.vanishImage(name);
    }

    @Override
    public List<String> leftovers() {
        return cloud.leftovers();
    }

    @Override
    public void plantForeign(String name) {
        plant(ArmRegistry.VM, name, Map.of("team", "another"));
    }

    /** Creates a resource of any type with these tags, bypassing the API. */
    void plant(String type, String name, Map<String, String> tags) {
        cloud.plant(type, name, tags);
    }

    @Override
    public void vanish(String name) {
        named(name).forEach(cloud.vms::vanish);
    }

    @Override
    public void stop(String name) {
        named(name).forEach(cloud.vms::stop);
    }

    private List<SimulatedAzureVm> named(String name) {
        return cloud.vms.all().stream()
                .filter(vm -> vm.resource.name.equalsIgnoreCase(name))
                .toList();
    }

    /** Lets a zone, or the region outside of zones as {@code regional}, have no capacity: creations fail some time later. */
    public void fill(String zone) {
        cloud.vms.fill(zone, true);
    }

    /** Lets a zone have capacity again. */
    public void empty(String zone) {
        cloud.vms.fill(zone, false);
    }

    /** Restricts a VM size for the subscription. */
    public void restrict(String size) {
        cloud.rules.restrict(size);
    }

    /** Restricts a VM size for the subscription in one zone. */
    public void restrict(String size, String zone) {
        cloud.rules.restrict(size, zone);
    }

    /** Removes an action from the permissions of the identity. */
    public void deny(String action) {
        permissions.deny(action);
    }

    @Override
    public FaultPlan faults() {
        return options.faults();
    }

    @Override
    public long requests() {
        return server.requests();
    }

    @Override
    public void close() {
        server.close();
        cloud.close();
    }
}
