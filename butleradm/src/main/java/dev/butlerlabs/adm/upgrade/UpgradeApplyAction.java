package dev.butlerlabs.adm.upgrade;

import dev.butlerlabs.core.addon.PlatformAddons;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.node.NodeOperation;
import dev.butlerlabs.core.operation.ClusterOperationLock;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.retry.Sleeper;
import dev.butlerlabs.core.rollout.LiveUpgradeGateway;
import dev.butlerlabs.core.rollout.ManagementBootstrapReader;
import dev.butlerlabs.core.rollout.PlatformUpgrade;
import dev.butlerlabs.core.rollout.UpgradeRun;
import dev.butlerlabs.core.rollout.UpgradeTimeouts;
import dev.butlerlabs.core.status.TalosconfigReader;
import dev.butlerlabs.core.talos.client.TalosMachineAccess;
import dev.butlerlabs.core.upgrade.UpgradeTarget;
import dev.butlerlabs.core.version.VersionList;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Runs an upgrade while no other operation changes the cluster. */
record UpgradeApplyAction(
        KubernetesClient client,
        Path talosconfig,
        VersionList list,
        UpgradeTimeouts timeouts,
        ProgressReporter progress,
        Clock clock) {
    /** What an upgrade changed. */
    record Result(int changes, Duration duration) {}

    Result run(UpgradeTarget target, boolean includesPlatform) {
        Instant start = clock.instant();
        TalosMachineAccess machines = new TalosMachineAccess(new TalosconfigReader(talosconfig).context(), clock);
        LiveUpgradeGateway gateway = new LiveUpgradeGateway(
                client,
                machines,
                new PlatformUpgrade(client, ProviderRegistry.load(), PlatformAddons.shipped()),
                progress::message);
        try (HeldLock lock = new HeldLock()) {
            requireNoNodeOperation();
            UpgradeRun run =
                    new UpgradeRun(gateway, list, target, timeouts, progress, clock, Sleeper.SYSTEM, lock::ensureHeld);
            int changes = run.upgradeNodes();
            if (includesPlatform) {
                run.upgradePlatform();
            }
            return new Result(changes, Duration.between(start, clock.instant()));
        }
    }

    /** A node that is being added or replaced would get its version at the same time. */
    private void requireNoNodeOperation() {
        ManagementBootstrapReader.find(client)
                .flatMap(NodeOperation::unfinished)
                .ifPresent(operation -> {
                    throw new ButlerException(
                            ErrorCode.CONFLICT,
                            "An operation on the nodes of the cluster is not finished.",
                            "Finish it first: " + operation.command());
                });
    }

    /**
     * The lock of the cluster. It is lost if the API does not respond for long, which is expected while the only control plane node
     * restarts. It is then acquired again: every change follows from the observed state, so another operation in between does no harm.
     */
    private final class HeldLock implements AutoCloseable {
        private ClusterOperationLock lock = acquire();

        private ClusterOperationLock acquire() {
            return ClusterOperationLock.acquire(client, Namespaces.SYSTEM, "upgrade", clock, progress::message);
        }

        void ensureHeld() {
            if (!lock.isHeld()) {
                lock.close();
                lock = acquire();
            }
        }

        @Override
        public void close() {
            lock.close();
        }
    }
}
