package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.ClusterFolder;
import dev.butlerlabs.core.engine.EmbeddedEngine;
import dev.butlerlabs.core.engine.EmbeddedEngineOptions;
import dev.butlerlabs.core.engine.Engine;
import dev.butlerlabs.core.engine.ExistingEngine;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.core.progress.ProgressReporter;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where the resources live until the cluster is there to hold them itself. */
final class EngineOptions {
    @Option(
            names = "--engine",
            paramLabel = "ENGINE",
            defaultValue = "auto",
            description = "Where the resources live meanwhile: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Choice choice = Choice.AUTO;

    @Option(
            names = "--engine-kubeconfig",
            paramLabel = "FILE",
            description = "The Kubernetes API to use with --engine existing.")
    private Path kubeconfig;

    /** The engines to choose from. */
    enum Choice {
        AUTO,
        EMBEDDED,
        EXISTING;

        @Override
        public String toString() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    Engine start(ClusterFolder folder, ProgressReporter progress) {
        return switch (choice) {
            case AUTO -> {
                if (kubeconfig != null) {
                    progress.message("Engine: existing, because --engine-kubeconfig names one.");
                    yield existing(progress);
                }
                progress.message("Engine: embedded, which needs nothing but this program.");
                yield embedded(folder, progress);
            }
            case EMBEDDED -> {
                progress.message("Engine: embedded, as asked for.");
                yield embedded(folder, progress);
            }
            case EXISTING -> {
                progress.message("Engine: existing, as asked for.");
                yield existing(progress);
            }
        };
    }

    private static Engine embedded(ClusterFolder folder, ProgressReporter progress) {
        return EmbeddedEngine.start(
                new EmbeddedEngineOptions(Optional.of(folder.engine()), 0, Optional.empty()), progress);
    }

    private Engine existing(ProgressReporter progress) {
        if (kubeconfig == null) {
            throw new ButlerException(
                    ErrorCode.USAGE,
                    "--engine existing needs to know which.",
                    "Name its kubeconfig with --engine-kubeconfig FILE.");
        }
        return ExistingEngine.open(
                new KubeconfigFile(kubeconfig)
                        .readIfPresent()
                        .orElseThrow(() -> new ButlerException(
                                ErrorCode.UNREADABLE_FILE, "There is no file %s.".formatted(kubeconfig))),
                progress);
    }
}
