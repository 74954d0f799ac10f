package dev.butlerlabs.core.rollout;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.status.SourceResult;
import dev.butlerlabs.core.talos.client.MachineStage;
import dev.butlerlabs.core.talos.client.MachineStatus;
import dev.butlerlabs.core.talos.config.KubernetesComponent;
import dev.butlerlabs.core.version.ReleaseVersion;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A cluster of machines in memory that takes some observations to complete a change. Records the changes, and fails if two machines are away at
 * the same time.
 */
final class FakeUpgradeGateway implements UpgradeGateway {
    private static final int DURATION = 3;

    final Map<String, FakeMachine> machines = new TreeMap<>();
    final List<String> changes = new ArrayList<>();
    String recorded = "";
    PlatformProgress platform = new PlatformProgress.Complete(12);
    /** The change at which the process is killed: even numbers before it, odd numbers after it. Negative for never. */
    int killAt = -1;

    /** How many changes fail because the server does not respond. */
    int lossesLeft;

    /** Versions whose images no registry has. */
    Set<String> missingImages = Set.of();
    /** How often the manifests are not ready. */
    int manifestWaits;

    /** Why upgrades fail, by node. */
    Map<String, String> upgradeFailures = Map.of();

    private int effects;

    /** The process ended at this point. */
    static final class KilledException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        KilledException() {
            super("killed");
        }
    }

    static final class FakeMachine {
        final boolean isControlPlane;
        ReleaseVersion talos;
        Optional<ReleaseVersion> installed = Optional.empty();
        int boots = 1;
        int away;
        int restarting;
        boolean isBroken;
        /** What goes wrong with its upgrades. */
        Fault fault = Fault.NONE;

        Optional<UpgradeAttempt> attempt = Optional.empty();
        final Map<KubernetesComponent, ReleaseVersion> configured = new EnumMap<>(KubernetesComponent.class);
        final Map<KubernetesComponent, ReleaseVersion> running = new EnumMap<>(KubernetesComponent.class);

        FakeMachine(boolean isControlPlane, ReleaseVersion talos, ReleaseVersion kubernetes) {
            this.isControlPlane = isControlPlane;
            this.talos = talos;
            for (KubernetesComponent component : KubernetesComponent.values()) {
                if (isControlPlane || component == KubernetesComponent.KUBELET) {
                    configured.put(component, kubernetes);
                    running.put(component, kubernetes);
                }
            }
        }
    }

    enum Fault {
        NONE,
        RETURNS_TO_PREVIOUS_VERSION,
        STAYS_AWAY,
        NEVER_READY_WITH_NEW_VERSION,
        KUBELET_DOES_NOT_RESTART,
        REJECTS_INSTALLER,
        NEVER_ACCEPTS
    }

    static FakeUpgradeGateway of(int controlPlanes, int workers, String talos, String kubernetes) {
        FakeUpgradeGateway gateway = new FakeUpgradeGateway();
        for (int i = 0; i < controlPlanes; i++) {
            gateway.machines.put("cp-" + i, new FakeMachine(true, version(talos), version(kubernetes)));
        }
        for (int i = 0; i < workers; i++) {
            gateway.machines.put("worker-" + i, new FakeMachine(false, version(talos), version(kubernetes)));
        }
        return gateway;
    }

    private static ReleaseVersion version(String text) {
        return ReleaseVersion.find(text).orElseThrow();
    }

    @Override
    public UpgradeObservation observe() {
        machines.values().forEach(FakeUpgradeGateway::advance);
        List<String> down = machines.entrySet().stream()
                .filter(entry -> entry.getValue().away > 0)
                .map(Map.Entry::getKey)
                .toList();
        if (down.size() > 1) {
            throw new AssertionError("several machines are away: " + down);
        }
        boolean isApiDown = machines.values().stream()
                .filter(machine -> machine.isControlPlane)
                .allMatch(machine -> machine.away > 0);
        if (isApiDown) {
            throw new ButlerException(ErrorCode.UNREACHABLE, "Connection refused.");
        }
        List<UpgradeNode> nodes = new ArrayList<>();
        machines.forEach((name, machine) -> nodes.add(node(name, machine)));
        Optional<String> etcd =
                machines.values().stream().anyMatch(machine -> machine.isControlPlane && machine.away > 0)
                        ? Optional.of("a member is away")
                        : Optional.empty();
        return new UpgradeObservation(nodes, etcd);
    }

    private static void advance(FakeMachine machine) {
        if (machine.away > 0 && machine.fault != Fault.STAYS_AWAY && --machine.away == 0) {
            machine.boots++;
            if (machine.fault != Fault.RETURNS_TO_PREVIOUS_VERSION) {
                machine.talos = machine.installed.orElse(machine.talos);
                machine.isBroken = machine.fault == Fault.NEVER_READY_WITH_NEW_VERSION;
            }
        } else if (machine.restarting > 0 && --machine.restarting == 0) {
            boolean isStuck = machine.fault == Fault.KUBELET_DOES_NOT_RESTART;
            machine.configured.forEach((component, version) -> {
                if (component.isStaticPod() || !isStuck) {
                    machine.running.put(component, version);
                }
            });
        }
    }

    private static UpgradeNode node(String name, FakeMachine machine) {
        boolean isAway = machine.away > 0;
        Map<KubernetesComponent, UpgradeNode.Pod> pods = new EnumMap<>(KubernetesComponent.class);
        machine.running.forEach((component, version) -> {
            if (component.isStaticPod()) {
                pods.put(component, new UpgradeNode.Pod(version, !isAway));
            }
        });
        return new UpgradeNode(
                name,
                machine.isControlPlane,
                isAway ? Optional.of("Kubelet stopped posting node status") : Optional.empty(),
                machine.running.get(KubernetesComponent.KUBELET),
                pods,
                machine.attempt,
                isAway
                        ? new SourceResult.Unknown<>(ErrorCode.UNREACHABLE, "connection refused")
                        : SourceResult.of(talos(machine)));
    }

    private static UpgradeNode.Machine talos(FakeMachine machine) {
        return new UpgradeNode.Machine(
                machine.talos,
                new MachineStatus(
                        MachineStage.RUNNING,
                        !machine.isBroken,
                        machine.isBroken ? List.of("services: kubelet: unhealthy") : List.of()),
                "boot-" + machine.boots,
                machine.configured,
                Optional.empty(),
                Optional.of("a".repeat(64)),
                "metal");
    }

    private void effect(String change, Runnable effect) {
        if (lossesLeft > 0) {
            lossesLeft--;
            throw new ButlerException(ErrorCode.UNREACHABLE, "Connection refused.");
        }
        if (killAt == effects * 2) {
            throw new KilledException();
        }
        effect.run();
        changes.add(change);
        if (killAt == effects++ * 2 + 1) {
            throw new KilledException();
        }
    }

    int effects() {
        return effects;
    }

    @Override
    public void recordAttempt(String node, UpgradeAttempt attempt) {
        effect("record " + node, () -> machines.get(node).attempt = UpgradeAttempt.parse(attempt.text()));
    }

    @Override
    public void clearAttempt(String node) {
        effect("clear " + node, () -> machines.get(node).attempt = Optional.empty());
    }

    @Override
    public void upgradeTalos(String node, String installer) {
        FakeMachine machine = machines.get(node);
        if (machine.fault == Fault.REJECTS_INSTALLER) {
            throw new ButlerException(ErrorCode.INVALID_INPUT, "The installer image does not exist.");
        }
        if (machine.fault == Fault.NEVER_ACCEPTS) {
            throw new ButlerException(ErrorCode.NOT_READY, "etcd is not healthy.");
        }
        effect("upgrade %s %s".formatted(node, installer.substring(installer.lastIndexOf(':') + 1)), () -> {
            machine.installed = ReleaseVersion.find(installer.substring(installer.lastIndexOf(':') + 1));
            machine.away = DURATION;
        });
    }

    @Override
    public Optional<String> upgradeFailure(String node) {
        return Optional.ofNullable(upgradeFailures.get(node));
    }

    @Override
    public void rollBack(String node) {
        effect("roll back " + node, () -> {
            machines.get(node).fault = Fault.RETURNS_TO_PREVIOUS_VERSION;
            machines.get(node).talos = version("v1.12.7");
            machines.get(node).isBroken = false;
            machines.get(node).away = DURATION;
        });
    }

    @Override
    public void setComponent(String node, KubernetesComponent component, ReleaseVersion version) {
        effect("set %s %s %s".formatted(node, component, version), () -> {
            machines.get(node).configured.put(component, version);
            machines.get(node).restarting = DURATION;
        });
    }

    @Override
    public void pullImages(ReleaseVersion version) {
        if (missingImages.contains(version.toString())) {
            throw new ButlerException(ErrorCode.NOT_FOUND, "The image does not exist.");
        }
        effect("pull " + version, () -> {});
    }

    @Override
    public Optional<String> updateManifests() {
        effect("manifests", () -> {});
        return manifestWaits-- > 0 ? Optional.of("coredns is not ready") : Optional.empty();
    }

    @Override
    public void recordVersions(ReleaseVersion talos, ReleaseVersion kubernetes) {
        recorded = talos + " " + kubernetes;
    }

    @Override
    public PlatformProgress upgradePlatform() {
        return platform;
    }
}
