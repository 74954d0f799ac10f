package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.plan.BootstrapPlan;
import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.bootstrap.state.EngineType;
import dev.butlerlabs.core.bootstrap.state.ExistingEngineCleanup;
import dev.butlerlabs.core.bootstrap.state.PreviousEngineRecord;
import dev.butlerlabs.core.docker.DockerEngine;
import dev.butlerlabs.core.docker.ImageName;
import dev.butlerlabs.core.engine.EmbeddedEngine;
import dev.butlerlabs.core.engine.EmbeddedEngineOptions;
import dev.butlerlabs.core.engine.Engine;
import dev.butlerlabs.core.engine.ExistingEngine;
import dev.butlerlabs.core.engine.kind.KindEngine;
import dev.butlerlabs.core.engine.kind.KindOptions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.core.progress.ProgressReporter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options that select the engine, which stores the resources until the cluster exists. */
final class EngineOptions {
    private static final Duration DOCKER_PATIENCE = Duration.ofSeconds(2);

    @Option(
            names = "--engine",
            paramLabel = "ENGINE",
            defaultValue = "auto",
            description =
                    "Temporary Kubernetes API used during bootstrap: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private EngineType choice = EngineType.AUTO;

    @Option(
            names = "--engine-kubeconfig",
            paramLabel = "FILE",
            description = "Kubeconfig of the cluster to use with --engine existing.")
    private Path kubeconfig;

    @Option(
            names = "--engine-image",
            paramLabel = "IMAGE",
            defaultValue = "${env:BUTLER_KIND_IMAGE}",
            description = "Node image to use with --engine kind.")
    private String image;

    /** Selects the engine; changes nothing. */
    EngineSelection choose(ClusterDirectory folder) {
        return EngineSelection.of(
                choice,
                kubeconfig != null,
                PreviousEngineRecord.in(folder.engine()),
                () -> DockerEngine.presence(DOCKER_PATIENCE));
    }

    Engine start(EngineSelection chosen, BootstrapPlan plan, ClusterDirectory folder, ProgressReporter progress) {
        if (chosen.kind() != EngineType.KIND) {
            discardHalfMade(folder, progress);
        }
        return switch (chosen.kind()) {
            case KIND -> KindEngine.start(kind(plan, folder), progress);
            case EMBEDDED ->
                EmbeddedEngine.start(
                        new EmbeddedEngineOptions(Optional.of(folder.engine()), 0, Optional.empty()), progress);
            case EXISTING -> existing(folder, progress);
            case AUTO -> throw new IllegalArgumentException("engine is not resolved");
        };
    }

    /** Deletes the KIND cluster of an interrupted run, which holds no state. A failure is only a warning. */
    private static void discardHalfMade(ClusterDirectory folder, ProgressReporter progress) {
        try {
            KindEngine.discard(folder.engine());
        } catch (ButlerException e) {
            progress.warning("Could not remove an incomplete kind cluster: " + e.getMessage());
        }
    }

    private KindOptions kind(BootstrapPlan plan, ClusterDirectory folder) {
        KindOptions options = KindOptions.of(folder.cluster(), folder.engine())
                .withAuthorities(AuthorityFilesReader.of(System.getenv()))
                .withHosts(hosts(plan))
                .withEnvironment(System.getenv());
        return image == null || image.isBlank() ? options : options.withImage(ImageName.parse(image));
    }

    /** Host aliases in the file apply to the engine's node as well, for every provider. */
    private static Map<String, String> hosts(BootstrapPlan plan) {
        Map<String, String> hosts = new HashMap<>();
        if (plan.setup().settings().get("hostAliases") instanceof Map<?, ?> aliases) {
            aliases.forEach((name, address) -> hosts.put(String.valueOf(name), String.valueOf(address)));
        }
        return hosts;
    }

    private Engine existing(ClusterDirectory folder, ProgressReporter progress) {
        Path file = Optional.ofNullable(kubeconfig)
                .or(() -> PreviousEngineRecord.in(folder.engine()).flatMap(PreviousEngineRecord::kubeconfig))
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.USAGE,
                        "--engine existing requires a kubeconfig.",
                        "Pass it with --engine-kubeconfig FILE."));
        Engine engine = ExistingEngine.open(
                new KubeconfigFile(file)
                        .readIfPresent()
                        .orElseThrow(() -> new ButlerException(
                                ErrorCode.UNREADABLE_FILE, "File %s does not exist.".formatted(file))),
                progress);
        ExistingEngineCleanup.requireOurs(engine.access(), folder);
        PreviousEngineRecord.rememberExisting(folder.engine(), file);
        return engine;
    }
}
