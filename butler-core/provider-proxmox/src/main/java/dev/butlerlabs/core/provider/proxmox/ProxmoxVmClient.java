package dev.butlerlabs.core.provider.proxmox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.rest.OperationPoller;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Operations on one existing virtual machine. The caller checks the ownership tag. */
final class ProxmoxVmClient {
    static final String CONFIGURING = "Proxmox is configuring the virtual machine";
    static final String STARTING = "the virtual machine is being started";

    private static final long BYTES_PER_GIB = 1L << 30;
    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

    private final ProxmoxClient client;
    private final ProxmoxSettings settings;
    private final ProxmoxTaskReader tasks;
    private final ProxmoxVmForm forms;

    ProxmoxVmClient(ProxmoxClient client, ProxmoxSettings settings, ProxmoxTaskReader tasks) {
        this.client = client;
        this.settings = settings;
        this.tasks = tasks;
        this.forms = new ProxmoxVmForm(settings);
    }

    MachineState state(ObservedProxmoxVm vm) {
        if (vm.isBeingCreated()) {
            return new MachineState.Starting("", "Proxmox is creating the virtual machine");
        }
        Optional<String> power = power(vm);
        if (power.isEmpty()) {
            return new MachineState.Leaving(vm.providerId());
        }
        boolean running = power.get().equals("running");
        Set<String> active = running ? Set.of() : tasks.active(vm.node(), vm.id());
        if (active.contains(ProxmoxTask.DESTROY) || vm.lock().equals("destroyed")) {
            return new MachineState.Leaving(vm.providerId());
        }
        if (!vm.isComplete()) {
            return new MachineState.Starting("", vm.isConfigured() ? STARTING : CONFIGURING);
        }
        return running ? running(vm) : stopped(vm, active);
    }

    private static MachineState stopped(ObservedProxmoxVm vm, Set<String> active) {
        return active.contains(ProxmoxTask.START)
                ? new MachineState.Starting(vm.providerId(), STARTING)
                : new MachineState.Broken(
                        vm.providerId(),
                        "VMStopped",
                        "VM %d on node %s exists and is not running.".formatted(vm.id(), vm.node()));
    }

    private MachineState running(ObservedProxmoxVm vm) {
        List<String> addresses = addresses(vm);
        return addresses.isEmpty()
                ? new MachineState.Starting(
                        vm.providerId(), "the virtual machine is running but its guest agent reports no address yet")
                : new MachineState.Running(vm.providerId(), addresses, vm.macAddress(), Optional.empty());
    }

    private List<String> addresses(ObservedProxmoxVm vm) {
        List<String> assigned = vm.staticAddresses();
        if (!assigned.isEmpty()) {
            return assigned;
        }
        return client.find(vm.path() + "/agent/network-get-interfaces", ProxmoxErrorClassification::isAgentSilent)
                .map(answer -> ProxmoxGuestAddresses.usable(answer.path("result"), vm.macAddress()))
                .orElse(List.of());
    }

    boolean isRunning(ObservedProxmoxVm vm) {
        return power(vm).equals(Optional.of("running"));
    }

    /** Returns running or stopped; empty if the virtual machine is not on its node anymore. */
    private Optional<String> power(ObservedProxmoxVm vm) {
        return client.find(vm.path() + "/status/current", ProxmoxErrorClassification::isMissing)
                .map(status -> status.path("status").asText(""));
    }

    /**
     * Configures a clone. The digest rejects the request if another process has changed the configuration. A machine that is running
     * was configured before and has lost its tags; nothing else is changed.
     */
    void configure(ObservedProxmoxVm vm, MachineSpec spec) {
        Map<String, String> form = new HashMap<>(
                isRunning(vm)
                        ? ProxmoxVmForm.identity(spec, vm)
                        : forms.configuration(spec, settings.imageOf(spec), Optional.of(vm)));
        form.put("digest", vm.digest());
        client.put(vm.path() + "/config", form);
    }

    boolean isDiskTooSmall(ObservedProxmoxVm vm, MachineSpec spec) {
        return vm.bootDiskBytes() < spec.diskGiB() * BYTES_PER_GIB;
    }

    ProxmoxTask growDisk(ObservedProxmoxVm vm, MachineSpec spec) {
        return ProxmoxTask.parse(client.put(
                        vm.path() + "/resize",
                        Map.of(
                                "disk",
                                ObservedProxmoxVm.BOOT_DISK,
                                "size",
                                spec.diskGiB() + "G",
                                "digest",
                                vm.digest()))
                .asText(""));
    }

    ProxmoxTask start(ObservedProxmoxVm vm) {
        return ProxmoxTask.parse(
                client.post(vm.path() + "/status/start", Map.of()).asText(""));
    }

    /** Records that the machine was started, and returns it with this mark. */
    ObservedProxmoxVm markComplete(ObservedProxmoxVm vm) {
        Map<String, String> form = ProxmoxVmForm.completion(vm);
        client.put(vm.path() + "/config", form);
        ObjectNode config = vm.config().deepCopy();
        JsonNode marked = config.put("tags", form.get("tags"));
        return new ObservedProxmoxVm(vm.id(), vm.node(), marked);
    }

    /**
     * Stops and deletes a virtual machine with its disks. The deletion is only requested; a stop is awaited for a few seconds.
     *
     * @throws ButlerException with NOT_READY if an operation locks the virtual machine, or it has not stopped yet
     */
    void destroy(ObservedProxmoxVm vm) {
        if (vm.lock().equals("destroyed")) {
            return;
        }
        if (!vm.lock().isEmpty()) {
            throw new ButlerException(
                    ErrorCode.NOT_READY,
                    "VM %d on node %s is locked (%s) and cannot be deleted yet."
                            .formatted(vm.id(), vm.node(), vm.lock()),
                    "Butler retries until the operation has finished. If it was interrupted, run: qm unlock %d"
                            .formatted(vm.id()));
        }
        if (isRunning(vm)) {
            stop(vm);
        } else if (tasks.active(vm.node(), vm.id()).contains(ProxmoxTask.DESTROY)) {
            return;
        }
        client.delete(vm.path(), Map.of("purge", "1", "destroy-unreferenced-disks", "1"));
    }

    private void stop(ObservedProxmoxVm vm) {
        ProxmoxTask task = ProxmoxTask.parse(
                client.post(vm.path() + "/status/stop", Map.of()).asText(""));
        OperationPoller.within(STOP_LIMIT).await(() -> tasks.status(task));
    }
}
