package dev.butlerlabs.core.rollout;

import dev.butlerlabs.core.talos.config.KubernetesComponent;
import dev.butlerlabs.core.version.ReleaseVersion;
import java.util.Optional;

/** Reads and changes a cluster during an upgrade. Every change is idempotent. Failures are {@link dev.butlerlabs.core.error.ButlerException}s. */
public interface UpgradeGateway {
    /** Reads the state of the cluster. A machine that does not respond is part of the result; only a failure of the Kubernetes API is thrown. */
    UpgradeObservation observe();

    /** Records that a Talos upgrade of a node is about to be requested. */
    void recordAttempt(String node, UpgradeAttempt attempt);

    /** Removes the record of a Talos upgrade. */
    void clearAttempt(String node);

    /** Requests a Talos upgrade, after which the machine restarts. */
    void upgradeTalos(String node, String installer);

    /**
     * Returns why the requested Talos upgrade of a machine failed, without a full stop. Talos reports it only until the machine restarts, and only
     * versions that upgrade with one request.
     *
     * @return empty if it has not failed or the machine does not respond
     */
    default Optional<String> upgradeFailure(String node) {
        return Optional.empty();
    }

    /** Starts the previous Talos version of a machine again. */
    void rollBack(String node);

    /** Pulls the images of a Kubernetes version on all nodes, so that a missing image is found before anything is changed. */
    void pullImages(ReleaseVersion version);

    /** Changes the version of a component in the configuration of a node, without a restart of the machine. */
    void setComponent(String node, KubernetesComponent component, ReleaseVersion version);

    /**
     * Updates the objects that Talos creates at the bootstrap and does not update itself, such as CoreDNS.
     *
     * @return what is not ready yet, without a full stop; empty if all are updated and ready
     */
    Optional<String> updateManifests();

    /** Records the versions that all nodes have reached, for nodes that are added later. */
    void recordVersions(ReleaseVersion talos, ReleaseVersion kubernetes);

    /** Continues the upgrade of the platform addons, and returns what is missing. */
    PlatformProgress upgradePlatform();
}
