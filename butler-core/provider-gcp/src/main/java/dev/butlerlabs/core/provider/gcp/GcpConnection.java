package dev.butlerlabs.core.provider.gcp;

import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.ImageOperations;
import dev.butlerlabs.core.provider.LoadBalancerOperations;
import dev.butlerlabs.core.provider.MachineOperations;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightInput;
import dev.butlerlabs.core.retry.Sleeper;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** A connection to one region of a Google Cloud project. */
final class GcpConnection implements ConnectedInfrastructure {
    private final GcpSettings settings;
    private final GoogleAuthentication authentication;
    private final GcpClient client;
    private final GcpZones zones;
    private final GcpInstances instances;
    private final GcpMachineOperations machines;
    private final GcpLoadBalancerReader balancerReader;
    private final GcpLoadBalancerOperations balancers;
    private final OwnedGcpResources owned;
    private final GcsClient storage;
    private final GcpImageOperations images;

    GcpConnection(GcpSettings settings, GoogleAuthentication authentication, InstantSource clock) {
        this.settings = settings;
        this.authentication = authentication;
        this.client = new GcpClient(settings, authentication);
        this.zones = new GcpZones(client, settings);
        this.instances = new GcpInstances(client, zones);
        GcpDisks disks = new GcpDisks(client);
        GcpInsertHistory history = new GcpInsertHistory(client, clock);
        GcpInstanceCreator creator = new GcpInstanceCreator(client, settings, zones, history);
        this.machines = new GcpMachineOperations(client, zones, instances, disks, history, creator);
        this.balancerReader = new GcpLoadBalancerReader(client, settings, zones);
        this.balancers = new GcpLoadBalancerOperations(client, settings, balancerReader);
        this.owned = new OwnedGcpResources(client, settings, zones, instances, disks);
        this.storage = new GcsClient(settings, authentication);
        this.images = new GcpImageOperations(client, new GcpImageUploader(storage, settings), clock, Sleeper.SYSTEM);
    }

    @Override
    public MachineOperations machines() {
        return machines;
    }

    @Override
    public Optional<LoadBalancerOperations> loadBalancers() {
        return Optional.of(balancers);
    }

    @Override
    public Optional<ImageOperations> images() {
        return Optional.of(images);
    }

    @Override
    public List<OwnedResource> owned() {
        return owned.all();
    }

    @Override
    public void remove(OwnedResource resource) {
        owned.remove(resource);
    }

    @Override
    public List<PreflightCheck> preflight(PreflightInput plan) {
        return new GcpPreflight(settings, client, authentication, zones, instances, balancerReader).checks(plan);
    }

    /** Returns the API version: Compute Engine has no version of its own. */
    @Override
    public String version() {
        client.get("regions/" + settings.region());
        return "Compute Engine API v1, %s".formatted(settings.region());
    }

    @Override
    public void close() {
        client.close();
        storage.close();
        authentication.close();
    }
}
