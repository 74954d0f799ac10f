package dev.butlerlabs.core.rollout;

import dev.butlerlabs.core.talos.config.KubernetesComponent;
import dev.butlerlabs.core.version.ReleaseVersion;

/** The next change of an upgrade. */
public sealed interface UpgradeChange {
    /**
     * Upgrade Talos on a node.
     *
     * @param bootId the current boot of the machine
     */
    record UpgradeTalos(String node, ReleaseVersion version, String installer, String bootId)
            implements UpgradeChange {}

    /** Change the version of a Kubernetes component in the configuration of a node. */
    record SetComponent(String node, KubernetesComponent component, ReleaseVersion version) implements UpgradeChange {}

    /** Remove the record of a completed Talos upgrade. */
    record CompleteAttempt(String node) implements UpgradeChange {}

    /**
     * Wait for a change that is not complete.
     *
     * @param subject the node or part that is waited for
     * @param reason what is missing, without a full stop
     * @param isUpgrading whether it follows from the upgrade; otherwise the cluster has another problem
     */
    record AwaitChange(String subject, String reason, boolean isUpgrading) implements UpgradeChange {}

    /** A node runs its previous Talos version again after a failed upgrade. */
    record ReportRollback(String node, ReleaseVersion target, ReleaseVersion running) implements UpgradeChange {}

    /** All nodes have reached the versions of this step. */
    record FinishHop() implements UpgradeChange {}
}
