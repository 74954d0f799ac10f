package dev.butlerlabs.core.provider.azure;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.ImageOperations;
import dev.butlerlabs.core.provider.LoadBalancerOperations;
import dev.butlerlabs.core.provider.MachineOperations;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightInput;
import dev.butlerlabs.core.retry.Sleeper;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** A connection to one resource group of an Azure subscription. */
final class AzureResourceGroup implements ConnectedInfrastructure {
    private final ArmClient arm;
    private final AzureSettings settings;
    private final AzureMachineReader reader;
    private final AzureMachineOperations machines;
    private final AzureLoadBalancerOperations balancers;
    private final OwnedAzureResourceOperations owned;
    private final AzureImageOperations images;
    private final Runnable onClose;

    /**
     * Creates a connection.
     *
     * @param blobs connects to the server of a URL, whose query permits access
     * @param onClose closes the client of the token endpoint
     */
    AzureResourceGroup(
            ArmClient arm,
            AzureSettings settings,
            BiFunction<URI, SensitiveText, PageBlobClient> blobs,
            Runnable onClose) {
        this.arm = arm;
        this.settings = settings;
        this.onClose = onClose;
        this.reader = new AzureMachineReader(arm, settings);
        this.machines = new AzureMachineOperations(arm, settings, reader);
        this.balancers = new AzureLoadBalancerOperations(arm, settings);
        this.owned = new OwnedAzureResourceOperations(arm, reader, settings);
        ArmStateWaiter waiter = new ArmStateWaiter(InstantSource.system(), Sleeper.SYSTEM);
        this.images =
                new AzureImageOperations(arm, settings, new AzureImageDisks(arm, settings, blobs, waiter), waiter);
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
        return new AzurePreflight(arm, settings, reader, balancers).checks(plan);
    }

    /** Returns the API version: Azure has no version of its own. */
    @Override
    public String version() {
        reader.all(ArmResourceType.VIRTUAL_MACHINE);
        return "Azure compute API %s%s"
                .formatted(
                        ArmResourceType.VIRTUAL_MACHINE.api(),
                        settings.location().isBlank() ? "" : ", " + settings.location());
    }

    @Override
    public void close() {
        arm.close();
        onClose.run();
    }
}
