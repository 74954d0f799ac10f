package dev.butlerlabs.core.provider.nutanix;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.ImageOperations;
import dev.butlerlabs.core.provider.MachineOperations;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightInput;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import dev.butlerlabs.core.retry.Sleeper;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A connection to Prism Central. Disks and network interfaces are deleted with their virtual machine, so virtual machines are the
 * only owned resources.
 */
final class PrismCentralConnection implements ConnectedInfrastructure {
    private static final String TYPE = "virtual machine";

    private final PrismClient prism;
    private final NutanixSettings settings;
    private final NutanixMachineOperations machines;
    private final VmOperations vms;

    PrismCentralConnection(PrismClient prism, NutanixSettings settings) {
        this.prism = prism;
        this.settings = settings;
        this.machines = new NutanixMachineOperations(prism, settings);
        this.vms = new VmOperations(prism);
    }

    @Override
    public MachineOperations machines() {
        return machines;
    }

    @Override
    public Optional<ImageOperations> images() {
        return Optional.of(new NutanixImageOperations(prism, Sleeper.SYSTEM));
    }

    @Override
    public List<OwnedResource> owned() {
        return vms.all().stream().flatMap(PrismCentralConnection::owned).toList();
    }

    private static Stream<OwnedResource> owned(ObservedPrismVm vm) {
        return vm.owner().stream().map(owner -> new OwnedResource(TYPE, vm.name(), vm.uuid(), owner));
    }

    /** Checks the ownership tag again: the machine can have another owner now. */
    @Override
    public void remove(OwnedResource resource) {
        Optional<ObservedPrismVm> vm = PrismReferenceResolver.isUuid(resource.providerId())
                ? vms.find(resource.providerId())
                : Optional.empty();
        if (vm.isEmpty() || vm.get().isLeaving()) {
            return;
        }
        if (!vm.get().owner().equals(Optional.of(resource.owner()))) {
            throw new ButlerException(
                    ErrorCode.FOREIGN_RESOURCE,
                    "The %s no longer has its ownership tag.".formatted(resource),
                    "Check its description in Prism. Butler does not change it.");
        }
        vms.delete(vm.get());
    }

    @Override
    public List<PreflightCheck> preflight(PreflightInput plan) {
        return new NutanixPreflight(prism, settings, plan).checks();
    }

    @Override
    public String version() {
        return JsonDocument.text(prism.get("/prism_central"), "/resources/version")
                .orElse("Prism Central, unknown version");
    }

    @Override
    public void close() {
        prism.close();
    }
}
