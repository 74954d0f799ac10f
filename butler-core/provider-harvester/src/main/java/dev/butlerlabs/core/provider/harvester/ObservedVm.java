package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.provider.MachineState;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Optional;

/** A virtual machine with its instance, and the machine state derived from them. */
record ObservedVm(GenericKubernetesResource machine, Optional<GenericKubernetesResource> instance) {
    private static final int LONGEST = 160;

    MachineState state() {
        if (ObjectFieldReader.isLeaving(machine)) {
            return new MachineState.Leaving(id());
        }
        if (staysOff()) {
            return new MachineState.Broken(
                    id(),
                    "VMStopped",
                    "The virtual machine %s is stopped in Harvester and does not start automatically."
                            .formatted(ObjectFieldReader.name(machine)));
        }
        return instance.filter(present -> !ObjectFieldReader.isLeaving(present))
                .map(this::on)
                .orElseGet(this::withoutInstance);
    }

    /** Returns whether the machine stays off. A stopped machine that KubeVirt keeps running is restarting. */
    private boolean staysOff() {
        boolean ended =
                instance.flatMap(ObservedVm::phase).filter("Succeeded"::equals).isPresent();
        return switch (runStrategy()) {
            case HALTED -> true;
            case MANUAL, ONCE -> ended || instance.isEmpty();
            case RERUN_ON_FAILURE -> ended;
            case ALWAYS -> false;
        };
    }

    private RunStrategy runStrategy() {
        return ObjectFieldReader.text(machine, "spec.runStrategy")
                .flatMap(RunStrategy::find)
                .orElseGet(() -> Boolean.FALSE.equals(ObjectFieldReader.fields(machine)
                                .at("spec.running")
                                .value())
                        ? RunStrategy.HALTED
                        : RunStrategy.ALWAYS);
    }

    private MachineState on(GenericKubernetesResource present) {
        String phase = phase(present).orElse("Pending");
        if (isPaused(present)) {
            return new MachineState.Broken(
                    id(), "VMPaused", "The virtual machine %s is paused.".formatted(ObjectFieldReader.name(machine)));
        }
        if (!phase.equals("Running")) {
            return starting(trouble().orElse("waiting for the virtual machine instance to run; phase: " + phase));
        }
        GuestAgentAddresses addresses = GuestAgentAddresses.of(present);
        return addresses.usable().isEmpty()
                ? starting("waiting for an address from the guest agent")
                : new MachineState.Running(id(), addresses.usable(), addresses.macAddress(), Optional.empty());
    }

    private MachineState withoutInstance() {
        return starting(trouble().orElse("waiting for the virtual machine instance"));
    }

    /** Returns the problem that KubeVirt reports, such as no host with enough resources; KubeVirt retries. */
    private Optional<String> trouble() {
        return ObjectFieldReader.text(machine, "status.printableStatus")
                .filter(status ->
                        status.startsWith("Err") || status.contains("Unschedulable") || status.contains("BackOff"))
                .map(status -> "KubeVirt reports " + status + reason());
    }

    private String reason() {
        GenericKubernetesResource teller = instance.orElse(machine);
        return ObjectFieldReader.condition(teller, "PodScheduled")
                .or(() -> ObjectFieldReader.condition(teller, "Synchronized"))
                .or(() -> ObjectFieldReader.condition(teller, "Ready"))
                .flatMap(condition -> ObjectFieldReader.text(condition, "message"))
                .map(message -> ": " + (message.length() > LONGEST ? message.substring(0, LONGEST) + "…" : message))
                .orElse("");
    }

    private static boolean isPaused(GenericKubernetesResource instance) {
        return ObjectFieldReader.condition(instance, "Paused")
                .filter(condition -> condition.anyText("status").equals("True"))
                .isPresent();
    }

    private static Optional<String> phase(GenericKubernetesResource instance) {
        return ObjectFieldReader.text(instance, "status.phase");
    }

    private MachineState starting(String awaited) {
        return new MachineState.Starting(id(), awaited);
    }

    private String id() {
        return ObjectFieldReader.uid(machine);
    }
}
