package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.rollout.PlatformProgress;
import dev.butlerlabs.core.rollout.UpgradeAttempt;
import dev.butlerlabs.core.rollout.UpgradeGateway;
import dev.butlerlabs.core.rollout.UpgradeObservation;
import dev.butlerlabs.core.talos.config.KubernetesComponent;
import dev.butlerlabs.core.version.ReleaseVersion;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Ends the run right before each change when it is first made, and right after it when it is made again. */
final class InterruptingGateway implements UpgradeGateway {
    private final UpgradeGateway target;
    private final Map<String, Integer> attempts = new HashMap<>();
    private int interruptions;

    InterruptingGateway(UpgradeGateway target) {
        this.target = target;
    }

    /** The process ended at this point. */
    static final class InterruptedRunException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        InterruptedRunException(String change) {
            super(change);
        }
    }

    int changes() {
        return attempts.size();
    }

    int interruptions() {
        return interruptions;
    }

    private void change(String name, Runnable change) {
        int attempt = attempts.merge(name, 1, Integer::sum);
        if (attempt == 1) {
            interrupt("before " + name);
        }
        change.run();
        if (attempt == 2) {
            interrupt("after " + name);
        }
    }

    private void interrupt(String where) {
        interruptions++;
        throw new InterruptedRunException(where);
    }

    @Override
    public UpgradeObservation observe() {
        return target.observe();
    }

    @Override
    public void recordAttempt(String node, UpgradeAttempt attempt) {
        change("record %s %s".formatted(node, attempt.target()), () -> target.recordAttempt(node, attempt));
    }

    @Override
    public void clearAttempt(String node) {
        change("clear " + node, () -> target.clearAttempt(node));
    }

    @Override
    public void upgradeTalos(String node, String installer) {
        change("upgrade %s %s".formatted(node, installer), () -> target.upgradeTalos(node, installer));
    }

    @Override
    public Optional<String> upgradeFailure(String node) {
        return target.upgradeFailure(node);
    }

    @Override
    public void rollBack(String node) {
        change("roll back " + node, () -> target.rollBack(node));
    }

    @Override
    public void setComponent(String node, KubernetesComponent component, ReleaseVersion version) {
        change("set %s %s %s".formatted(node, component, version), () -> target.setComponent(node, component, version));
    }

    @Override
    public void pullImages(ReleaseVersion version) {
        target.pullImages(version);
    }

    @Override
    public Optional<String> updateManifests() {
        AtomicReference<Optional<String>> missing = new AtomicReference<>(Optional.empty());
        change("manifests", () -> missing.set(target.updateManifests()));
        return missing.get();
    }

    @Override
    public void recordVersions(ReleaseVersion talos, ReleaseVersion kubernetes) {
        change("record %s %s".formatted(talos, kubernetes), () -> target.recordVersions(talos, kubernetes));
    }

    @Override
    public PlatformProgress upgradePlatform() {
        return target.upgradePlatform();
    }
}
