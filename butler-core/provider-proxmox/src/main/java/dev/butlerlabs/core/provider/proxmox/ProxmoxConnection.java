package dev.butlerlabs.core.provider.proxmox;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.ImageOperations;
import dev.butlerlabs.core.provider.MachineOperations;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightInput;
import dev.butlerlabs.core.retry.Sleeper;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A connection to a Proxmox VE cluster. Disks and cloud-init drives are deleted with their virtual machine, so virtual machines are
 * the only owned resources.
 */
final class ProxmoxConnection implements ConnectedInfrastructure {
    private static final String TYPE = "virtual machine";

    private final ProxmoxClient client;
    private final ProxmoxSettings settings;
    private final ProxmoxMachineOperations machines;
    private final ProxmoxImageOperations images;

    ProxmoxConnection(ProxmoxClient client, ProxmoxSettings settings) {
        this.client = client;
        this.settings = settings;
        this.machines = new ProxmoxMachineOperations(client, settings);
        this.images = new ProxmoxImageOperations(client, settings, Sleeper.SYSTEM);
    }

    @Override
    public MachineOperations machines() {
        return machines;
    }

    @Override
    public Optional<ImageOperations> images() {
        return Optional.of(images);
    }

    /** Reads tagged virtual machines, and those in the range of VM IDs, whose creation may have been interrupted before. */
    @Override
    public List<OwnedResource> owned() {
        return machines.locator().list().stream()
                .filter(entry -> !entry.isContainer())
                .filter(entry -> entry.isTagged() || settings.ids().contains(entry.id()))
                .flatMap(entry -> machines.locator().read(entry).stream())
                .flatMap(ProxmoxConnection::owned)
                .toList();
    }

    private static Stream<OwnedResource> owned(ObservedProxmoxVm vm) {
        return vm.owner().stream().map(owner -> new OwnedResource(TYPE, vm.name(), vm.providerId(), owner));
    }

    /** Checks the ownership tag again: the VM ID can belong to another virtual machine now. */
    @Override
    public void remove(OwnedResource resource) {
        Optional<ObservedProxmoxVm> vm = machines.locator().list().stream()
                .filter(entry -> String.valueOf(entry.id()).equals(resource.providerId()))
                .findFirst()
                .flatMap(machines.locator()::read);
        if (vm.isEmpty() || vm.get().isUnidentified()) {
            return;
        }
        boolean isOwned = vm.get().owner().equals(Optional.of(resource.owner()))
                && vm.get().name().equals(resource.name());
        if (!isOwned) {
            throw new ButlerException(
                    ErrorCode.FOREIGN_RESOURCE,
                    "The %s no longer has its ownership tag.".formatted(resource),
                    "Check its name and notes in Proxmox. Butler does not change it.");
        }
        machines.destroy(vm.get());
    }

    @Override
    public List<PreflightCheck> preflight(PreflightInput plan) {
        return new ProxmoxPreflight(client, settings, machines.locator(), plan).checks();
    }

    @Override
    public String version() {
        return "Proxmox VE " + client.get("/version").path("version").asText("of unknown version");
    }

    @Override
    public void close() {
        client.close();
    }
}
