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

/**
 * Selects and starts the engine of a bootstrap.
 *
 * @param choice the requested engine
 * @param kubeconfig the kubeconfig of an existing cluster to use as the engine
 * @param image the node image for KIND instead of the default
 * @param environment the environment variables, read for certificate authorities, proxies and Docker
 */
record EngineStarter(
        EngineType choice, Optional<Path> kubeconfig, Optional<String> image, Map<String, String> environment) {
    private static final Duration DOCKER_PATIENCE = Duration.ofSeconds(2);

    EngineStarter {
        environment = Map.copyOf(environment);
    }

    /** Selects the engine; changes nothing. A cluster of containers needs no KIND cluster beside it unless the user requests it. */
    EngineSelection choose(ClusterDirectory folder, BootstrapPlan plan) {
        Optional<PreviousEngineRecord> previous = PreviousEngineRecord.in(folder.engine());
        boolean isFree = choice == EngineType.AUTO && kubeconfig.isEmpty() && previous.isEmpty();
        if (isFree && plan.provider().usesDocker()) {
            return new EngineSelection(EngineType.EMBEDDED, "the machines of the cluster are containers");
        }
        return EngineSelection.of(
                choice, kubeconfig.isPresent(), previous, () -> DockerEngine.presence(DOCKER_PATIENCE));
    }

    /**
     * Starts the selected engine, or connects to the existing cluster.
     *
     * @throws ButlerException if the engine cannot be started, or the existing cluster is used for another cluster
     */
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
                .withAuthorities(AuthorityFilesReader.of(environment))
                .withHosts(hosts(plan))
                .withEnvironment(environment);
        return image.map(ImageName::parse).map(options::withImage).orElse(options);
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
        Path file = kubeconfig
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
