package dev.butlerlabs.sim.talos;

import dev.butlerlabs.core.talos.wire.Machine;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs installers on a machine, and the upgrade sequence up to Talos 1.12. */
final class NodeUpgrader {
    private static final List<String> PHASES_BEFORE =
            List.of("denyNewServices", "drain", "cleanup", "stopServices", "unmount");

    private final SimulatedNode node;

    NodeUpgrader(SimulatedNode node) {
        this.node = node;
    }

    /** The result of an installer. */
    sealed interface Outcome {
        record Installed() implements Outcome {}

        record Failed(String reason) implements Outcome {}

        /** The installer does not end. */
        record Hanging() implements Outcome {}
    }

    /** Runs an installer, which writes to the other boot slot. */
    Outcome install(SystemImage image) {
        Optional<String> objection = InstallerRules.objection(node.version(), image, checkedImages());
        if (objection.isPresent()) {
            return new Outcome.Failed("pre-flight checks failed: " + objection.get());
        }
        Optional<FaultKind> fault =
                node.network().faults().next(FaultKind.Stage.UPGRADE, SimulatedOperation.UPDATE, node.hostname());
        return switch (fault.orElse(null)) {
            case UPGRADE_HANG -> new Outcome.Hanging();
            case DISK_FULL -> new Outcome.Failed("failed to write to the boot partition: no space left on device");
            case UPGRADE_FALLBACK -> written(image, SystemDisk.FirstBoot.FALLS_BACK);
            case UPGRADE_NO_BOOT -> written(image, SystemDisk.FirstBoot.HANGS);
            case null, default -> written(image, SystemDisk.FirstBoot.SUCCEEDS);
        };
    }

    /** Returns the images that Talos checks: not that of the proxy, which may be disabled. */
    private List<String> checkedImages() {
        return node.document().map(MachineDocument::kubernetesImages).orElse(Map.of()).entrySet().stream()
                .filter(entry -> entry.getKey().isOnMachine())
                .map(Map.Entry::getValue)
                .toList();
    }

    private Outcome written(SystemImage image, SystemDisk.FirstBoot firstBoot) {
        node.disk().install(image, firstBoot);
        return new Outcome.Installed();
    }

    /** Stops the services, runs an installer and reboots. After a failure the machine boots the version it had. */
    void run(SystemImage image, String actor) {
        EventLog events = node.events();
        events.sequence(actor, "upgrade", Machine.SequenceEvent.Action.START);
        node.drain();
        node.afterResponse(() -> {
            node.enter(NodeStage.UPGRADING);
            PHASES_BEFORE.forEach(phase -> events.phase(actor, phase));
            switch (install(image)) {
                case Outcome.Installed() -> {
                    events.phase(actor, "upgrade");
                    events.phase(actor, "stopEverything");
                    node.goDown(NodeStage.UPGRADING);
                }
                case Outcome.Failed(String reason) -> {
                    events.failed(actor, "upgrade", reason);
                    node.goDown(NodeStage.REBOOTING);
                }
                case Outcome.Hanging() -> events.started(actor, "upgrade");
            }
        });
    }
}
