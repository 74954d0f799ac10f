package dev.butlerlabs.core.provider.proxmox;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineOperations;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.rest.OperationStatus;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Manages virtual machines, identified by name and ownership tag. Names are not unique in Proxmox VE; VM IDs are.
 *
 * <p>A creation consists of several requests: clone or import, configure, grow the disk, start. Each call of {@link #create}
 * requests the next one and returns. The state of the virtual machine says which one is next, so that any process can continue.
 */
final class ProxmoxMachineOperations implements MachineOperations {
    private final ProxmoxVmLocator locator;
    private final ProxmoxVmClient vms;
    private final ProxmoxVmCreator creator;
    private final ProxmoxTaskReader tasks;
    private final ProxmoxClient client;

    /** The last task that this process requested for a machine. Only reports failures; the state does not depend on it. */
    private final Map<MachineId, ProxmoxTask> requested = new ConcurrentHashMap<>();

    ProxmoxMachineOperations(ProxmoxClient client, ProxmoxSettings settings) {
        this.client = client;
        this.tasks = new ProxmoxTaskReader(client);
        this.locator = new ProxmoxVmLocator(client, settings, tasks);
        this.vms = new ProxmoxVmClient(client, settings, tasks);
        this.creator = new ProxmoxVmCreator(client, settings, locator, tasks);
    }

    ProxmoxVmLocator locator() {
        return locator;
    }

    @Override
    public MachineState observe(MachineId id) {
        return switch (locator.search(id)) {
            case ProxmoxSearchResult.Found found -> vms.state(found.kept());
            case ProxmoxSearchResult.InProgress progress -> inProgress(progress);
            case ProxmoxSearchResult.Missing _ -> new MachineState.Absent();
        };
    }

    private static MachineState inProgress(ProxmoxSearchResult.InProgress progress) {
        return new MachineState.Starting("", "Proxmox is creating VM %d".formatted(progress.vmId()));
    }

    @Override
    public MachineState create(MachineSpec spec) {
        rejectNetworkData(spec);
        if (isTaskRunning(spec.id())) {
            return new MachineState.Starting("", "a task of Proxmox for the virtual machine is running");
        }
        return switch (locator.search(spec.id())) {
            case ProxmoxSearchResult.Found found -> complete(found, spec);
            case ProxmoxSearchResult.InProgress progress -> inProgress(progress);
            case ProxmoxSearchResult.Missing missing -> request(spec, missing);
        };
    }

    /** Rejects network data: only a static address can be passed through the cloud-init drive. */
    private static void rejectNetworkData(MachineSpec spec) {
        if (spec.networkData().isPresent()) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "Machine %s has networkData, which Proxmox does not support."
                            .formatted(spec.id().name()),
                    "Add the network configuration to the machine configuration, or use a static address.");
        }
    }

    /**
     * Returns whether the last task for a machine is running.
     *
     * @throws ButlerException with the reason if it failed; the next call requests it again
     */
    private boolean isTaskRunning(MachineId id) {
        Optional<ProxmoxTask> task = Optional.ofNullable(requested.get(id));
        if (task.isEmpty()) {
            return false;
        }
        OperationStatus status = tasks.status(task.get());
        if (status instanceof OperationStatus.InProgress) {
            return true;
        }
        requested.remove(id, task.get());
        if (status instanceof OperationStatus.Failed failed) {
            String reason = failed.error().asText("no reason reported");
            // Another request of the same machine was faster; the search finds its virtual machine.
            if (!ProxmoxErrorClassification.isTaken(reason)) {
                throw ProxmoxErrorClassification.ofTask(task.get(), reason, client.redactor());
            }
        }
        return false;
    }

    private MachineState request(MachineSpec spec, ProxmoxSearchResult.Missing missing) {
        if (missing.foreign().isPresent()) {
            throw new ButlerException(
                    ErrorCode.FOREIGN_RESOURCE,
                    "A virtual machine named %s (%s) exists in Proxmox without the ownership tag of this cluster."
                            .formatted(spec.id().name(), missing.foreign().get()),
                    "Rename the cluster, or delete that virtual machine if it is not needed.");
        }
        creator.request(spec, missing).ifPresent(task -> requested.put(spec.id(), task));
        return new MachineState.Starting("", "Proxmox is creating the virtual machine");
    }

    /** Keeps one virtual machine, deletes duplicates, and requests the next step of the creation. */
    private MachineState complete(ProxmoxSearchResult.Found found, MachineSpec spec) {
        found.vms().stream().skip(1).filter(vm -> vm.lock().isEmpty()).forEach(vms::destroy);
        ObservedProxmoxVm vm = found.kept();
        if (!vm.lock().isEmpty()) {
            return vms.state(vm);
        }
        if (!vm.isConfigured()) {
            vms.configure(vm, spec);
            return new MachineState.Starting("", ProxmoxVmClient.CONFIGURING);
        }
        if (!vm.isComplete() && vms.isDiskTooSmall(vm, spec)) {
            requested.put(spec.id(), vms.growDisk(vm, spec));
            return new MachineState.Starting("", ProxmoxVmClient.CONFIGURING);
        }
        MachineState state = vms.state(vm);
        return switch (state) {
            case MachineState.Broken _ -> start(vm, spec, vm.providerId());
            case MachineState.Starting starting when starting.providerId().isEmpty() -> firstStart(vm, spec);
            default -> state;
        };
    }

    private MachineState firstStart(ObservedProxmoxVm vm, MachineSpec spec) {
        if (!vms.isRunning(vm)) {
            return start(vm, spec, "");
        }
        return vms.state(vms.markComplete(vm));
    }

    private MachineState start(ObservedProxmoxVm vm, MachineSpec spec, String providerId) {
        requested.put(spec.id(), vms.start(vm));
        return new MachineState.Starting(providerId, ProxmoxVmClient.STARTING);
    }

    @Override
    public void delete(MachineId id) {
        requested.remove(id);
        if (locator.search(id) instanceof ProxmoxSearchResult.Found found) {
            found.vms().forEach(vms::destroy);
        }
    }

    /** Deletes a virtual machine whose owner the caller has verified. */
    void destroy(ObservedProxmoxVm vm) {
        vms.destroy(vm);
    }
}
