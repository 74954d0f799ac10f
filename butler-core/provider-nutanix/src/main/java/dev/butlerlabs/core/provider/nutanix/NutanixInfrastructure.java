package dev.butlerlabs.core.provider.nutanix;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.Check;
import dev.butlerlabs.core.provider.Infrastructure;
import dev.butlerlabs.core.provider.Machines;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.PreflightPlan;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** One Prism Central, with a login. A virtual machine takes its disks and cards with it, so that machines are all there is to own. */
final class NutanixInfrastructure implements Infrastructure {
    private static final String TYPE = "virtual machine";

    private final PrismClient prism;
    private final NutanixSettings settings;
    private final NutanixMachines machines;
    private final VirtualMachines vms;

    NutanixInfrastructure(PrismClient prism, NutanixSettings settings) {
        this.prism = prism;
        this.settings = settings;
        this.machines = new NutanixMachines(prism, settings);
        this.vms = new VirtualMachines(prism);
    }

    @Override
    public Machines machines() {
        return machines;
    }

    @Override
    public List<OwnedResource> owned() {
        return vms.all().stream().flatMap(NutanixInfrastructure::owned).toList();
    }

    private static Stream<OwnedResource> owned(Vm vm) {
        return vm.owner().stream().map(owner -> new OwnedResource(TYPE, vm.name(), vm.uuid(), owner));
    }

    /** Looks at the mark again: since it was found the machine may have become somebody else's. */
    @Override
    public void remove(OwnedResource resource) {
        Optional<Vm> vm = References.isUuid(resource.providerId()) ? vms.find(resource.providerId()) : Optional.empty();
        if (vm.isEmpty() || vm.get().isLeaving()) {
            return;
        }
        if (!vm.get().owner().equals(Optional.of(resource.owner()))) {
            throw new ButlerException(
                    ErrorCode.FOREIGN_RESOURCE,
                    "The %s does not carry the mark it had.".formatted(resource),
                    "Look at its description in Prism; it is left alone.");
        }
        vms.delete(vm.get());
    }

    @Override
    public List<Check> preflight(PreflightPlan plan) {
        return new Preflight(prism, settings, plan).checks();
    }

    @Override
    public String version() {
        return Json.text(prism.get("/prism_central"), "/resources/version")
                .orElse("Prism Central that does not tell its version");
    }

    @Override
    public void close() {
        prism.close();
    }
}
