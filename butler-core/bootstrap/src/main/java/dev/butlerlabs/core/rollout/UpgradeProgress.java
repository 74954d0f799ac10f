package dev.butlerlabs.core.rollout;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import dev.butlerlabs.core.progress.ResourceState;
import dev.butlerlabs.core.version.ReleaseVersion;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reports each change of an upgrade as a step. A step is done when the next one starts, since a change is complete only then. */
final class UpgradeProgress {
    /** What is waited for while the objects of Talos are updated. */
    static final String MANIFESTS = "The objects of Talos";

    private final ProgressReporter reporter;
    private Optional<ProgressStep> current = Optional.empty();
    private final Map<String, NodeState> nodes = new HashMap<>();
    private String node = "";
    private UpgradeChange started = new UpgradeChange.FinishHop();

    UpgradeProgress(ProgressReporter reporter) {
        this.reporter = reporter;
    }

    /** Reports the nodes whose state changed. */
    void observe(UpgradeObservation cluster) {
        cluster.nodes().forEach(seen -> {
            NodeState state = NodeState.of(seen);
            if (!state.equals(nodes.put(seen.name(), state))) {
                reporter.machine(seen.name(), "", state.state(), state.versions());
            }
        });
    }

    /** What displays show of a node. */
    private record NodeState(ResourceState state, String versions) {
        static NodeState of(UpgradeNode seen) {
            String talos = seen.talos().map("Talos %s, "::formatted).orElse("");
            return new NodeState(state(seen), talos + "Kubernetes " + seen.kubelet());
        }

        private static ResourceState state(UpgradeNode seen) {
            if (seen.attempt().isPresent()) {
                return ResourceState.UPGRADING;
            }
            return seen.notReady().isPresent() ? ResourceState.UNKNOWN : ResourceState.READY;
        }
    }

    /** Starts the step of a change. A change that is made again continues its step. */
    void start(UpgradeChange action) {
        if (action.equals(started)) {
            return;
        }
        complete();
        started = action;
        node = node(action);
        current = switch (action) {
            case UpgradeChange.UpgradeTalos upgrade ->
                Optional.of(reporter.start(
                        "Talos/%s/%s".formatted(upgrade.version(), upgrade.node()),
                        "Upgrading %s to Talos %s".formatted(upgrade.node(), upgrade.version())));
            case UpgradeChange.SetComponent set ->
                Optional.of(reporter.start(
                        "%s/%s/%s".formatted(set.component(), set.version(), set.node()),
                        "Upgrading %s of %s to %s".formatted(set.component(), set.node(), set.version())));
            case UpgradeChange.AwaitChange _,
                    UpgradeChange.CompleteAttempt _,
                    UpgradeChange.ReportRollback _,
                    UpgradeChange.FinishHop _ -> Optional.empty();
        };
    }

    /** Returns the node that an action changes; empty if none. */
    private static String node(UpgradeChange action) {
        return switch (action) {
            case UpgradeChange.UpgradeTalos upgrade -> upgrade.node();
            case UpgradeChange.SetComponent set -> set.node();
            case UpgradeChange.AwaitChange _,
                    UpgradeChange.CompleteAttempt _,
                    UpgradeChange.ReportRollback _,
                    UpgradeChange.FinishHop _ -> "";
        };
    }

    void startImages(ReleaseVersion version) {
        start("Images/" + version, "Pulling the images of Kubernetes %s on all nodes".formatted(version), "");
    }

    /** Starts the step of the objects of Talos, unless it is the current one. */
    void startManifests() {
        if (!node.equals(MANIFESTS)) {
            start("Manifests", "Updating CoreDNS and the other objects of Talos", MANIFESTS);
        }
    }

    private void start(String name, String title, String subject) {
        complete();
        node = subject;
        current = Optional.of(reporter.start(name, title));
    }

    ProgressStep startPlatform() {
        complete();
        return reporter.start("Platform", "Upgrading the platform addons");
    }

    void waiting(UpgradeChange.AwaitChange change) {
        if (current.isEmpty()) {
            current = Optional.of(reporter.start("Health", "Checking the health of the cluster"));
        }
        boolean isOfStep = change.subject().equals(node);
        current.get().waiting(isOfStep ? change.reason() : "%s: %s".formatted(change.subject(), change.reason()));
    }

    void warning(String text) {
        reporter.warning(text);
    }

    void complete() {
        current.ifPresent(ProgressStep::done);
        current = Optional.empty();
        node = "";
        started = new UpgradeChange.FinishHop();
    }

    ButlerException failed(ButlerException failure) {
        current.ifPresent(step -> step.failed(String.valueOf(failure.getMessage())));
        current = Optional.empty();
        return failure;
    }
}
