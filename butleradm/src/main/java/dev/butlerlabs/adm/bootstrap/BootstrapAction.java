package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.plan.BootstrapPlan;
import dev.butlerlabs.core.bootstrap.run.BootstrapRequest;
import dev.butlerlabs.core.bootstrap.run.BootstrapResult;
import dev.butlerlabs.core.bootstrap.run.BootstrapRun;
import dev.butlerlabs.core.bootstrap.run.RunTimeouts;
import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.bootstrap.state.EngineType;
import dev.butlerlabs.core.bootstrap.state.RunLock;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.engine.Engine;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.image.ImageFactoryClient;
import dev.butlerlabs.core.image.ImageFactorySettings;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.ProviderRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Creates a management cluster: locks its local state, checks the infrastructure, starts the engine and runs the bootstrap. Can be
 * repeated after a failure and then resumes.
 *
 * @param directory the local state of the cluster
 * @param display opens the display of the progress
 */
record BootstrapAction(
        ClusterDirectory directory,
        ProviderRegistry providers,
        EngineStarter engines,
        Settings settings,
        Supplier<ProgressDisplay> display,
        Clock clock) {
    /**
     * Settings of a run.
     *
     * @param file the bootstrap file, for commands in messages
     * @param builtIn the text of that file if it is built in, which the run stores
     * @param keepEngine whether to keep the engine when the cluster is ready
     */
    record Settings(
            Path file, Optional<String> builtIn, boolean skipPreflight, boolean keepEngine, RunTimeouts timeouts) {}

    /**
     * Creates the cluster.
     *
     * @throws ButlerException with CONFLICT if the cluster is already complete or another process works on it; if a check of the
     *     infrastructure fails; or if the bootstrap fails
     */
    BootstrapReport run(BootstrapPlan plan) {
        return BootstrapReport.of(lockAndRun(plan), directory);
    }

    private BootstrapResult lockAndRun(BootstrapPlan plan) {
        try (RunLock _ = RunLock.take(directory, clock)) {
            requireUnfinished();
            settings.builtIn().ifPresent(directory::keepBootstrapFile);
            try (RunLogWriter log = new RunLogWriter(display.get(), directory.events(), clock)) {
                return log.tell("bootstrap", "", progress -> checkAndRun(plan, progress));
            }
        }
    }

    /** Rejects a cluster that is complete. Requires the lock, because another run may have just completed it. */
    private void requireUnfinished() {
        if (!directory.isFinished()) {
            return;
        }
        if (!settings.keepEngine()) {
            // A run that was killed between its last step and the deletion of its engine left the engine's data,
            // secrets included.
            directory.discardEngine();
        }
        throw new ButlerException(
                ErrorCode.CONFLICT,
                "Cluster %s already exists; its kubeconfig is %s."
                        .formatted(directory.cluster(), directory.kubeconfig()),
                "Choose another name, or delete the cluster first: " + destroyCommand());
    }

    private BootstrapResult checkAndRun(BootstrapPlan plan, ProgressReporter progress) {
        RunTimeouts timeouts = timeouts(plan);
        EngineSelection chosen = engines.choose(directory, plan);
        progress.message(chosen.toString());
        if (directory.keptOwner().isEmpty()) {
            timeouts = timeouts.startSecrets(plan.resources().clusterBootstrap());
        }
        if (!settings.skipPreflight()) {
            new PreflightAction(progress).require(plan, directory.keptOwner());
        }
        BootstrapResult result = runOn(engines.start(chosen, plan, directory, progress), plan, timeouts, progress);
        if (chosen.kind() == EngineType.EXISTING) {
            progress.message(
                    "The engine keeps a copy of the cluster's resources, including keys, until you run: butleradm destroy "
                            + directory.cluster());
        }
        return result;
    }

    private BootstrapResult runOn(Engine engine, BootstrapPlan plan, RunTimeouts timeouts, ProgressReporter progress) {
        BootstrapRequest request = new BootstrapRequest(plan.resources(), directory, engine, providers, timeouts);
        return new EngineCleanup(engine, settings.keepEngine(), progress)
                .after(() -> new BootstrapRun(request, progress).run(), () -> explainResume(progress));
    }

    /**
     * Adds the image factory of the file.
     *
     * @throws ButlerException if its CA certificates are not valid
     */
    private RunTimeouts timeouts(BootstrapPlan plan) {
        RunTimeouts timeouts = settings.timeouts();
        return plan.config()
                .talos()
                .factory()
                .map(factory -> ImageFactorySettings.of(
                        "talos.factory.url", factory.url(), new Credentials(factory.credentials())))
                .map(factory -> {
                    new ImageFactoryClient(factory, timeouts.images().factoryTimeout()).close();
                    return timeouts.withImages(timeouts.images().withFactory(factory));
                })
                .orElse(timeouts);
    }

    private void explainResume(ProgressReporter progress) {
        if (Files.exists(directory.folder())) {
            progress.message(
                    "Resources created so far are kept; to resume, run the same command again, or delete them with: "
                            + destroyCommand());
        }
    }

    private String destroyCommand() {
        return "butleradm destroy %s -c %s".formatted(directory.cluster(), settings.file());
    }
}
