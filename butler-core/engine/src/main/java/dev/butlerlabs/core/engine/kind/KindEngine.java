package dev.butlerlabs.core.engine.kind;

import dev.butlerlabs.core.docker.DockerEngine;
import dev.butlerlabs.core.engine.Engine;
import dev.butlerlabs.core.engine.ExistingEngine;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A KIND cluster with the Butler CRDs. It keeps running after this process ends; the {@code kind} CLI can list, access and delete
 * it.
 */
public final class KindEngine implements Engine {
    private final KindState state;
    private final Kubeconfig access;
    private final Path folder;

    private KindEngine(KindState state, Kubeconfig access, Path folder) {
        this.state = state;
        this.access = access;
        this.folder = folder;
    }

    /**
     * Starts an engine on the Docker engine of this user, or resumes the one that was started for this directory, on its Docker
     * engine.
     */
    public static KindEngine start(KindOptions options, ProgressReporter progress) {
        Optional<URI> begun = KindState.read(options.directory()).map(KindState::docker);
        try (DockerEngine docker = begun.map(DockerEngine::at).orElseGet(DockerEngine::ofThisUser)) {
            return start(options, docker, progress);
        }
    }

    static KindEngine start(KindOptions options, DockerEngine docker, ProgressReporter progress) {
        KindState state =
                KindState.readOrBegin(options.directory(), KindClusterName.of(options.cluster()), docker.host());
        Kubeconfig access = cluster(options, docker, state, progress);
        new KubeconfigFile(kubeconfig(options.directory())).write(access);
        ExistingEngine.open(access, progress);
        return new KindEngine(state, access, options.directory());
    }

    private static Kubeconfig cluster(
            KindOptions options, DockerEngine docker, KindState state, ProgressReporter progress) {
        String name = state.name().cluster();
        ProgressStep step = progress.start("EngineStarted", "Starting the KIND cluster %s".formatted(name));
        try {
            Kubeconfig access = new KindCluster(docker, state).ensure(options, step);
            new ApiServerProbe(access, step).await(options.limits().answer());
            step.done("%s on Docker at %s".formatted(name, docker.host()));
            return access;
        } catch (ButlerException e) {
            step.failed(e.getMessage());
            throw e;
        }
    }

    /** Returns whether a KIND engine was started for this directory and not removed since. */
    public static boolean isBegunIn(Path folder) {
        return KindState.read(folder).isPresent() && Files.exists(kubeconfig(folder));
    }

    /** Returns the kubeconfig path. It differs from that of an embedded engine, so that the two can be distinguished. */
    public static Path kubeconfig(Path folder) {
        return folder.resolve("kind-kubeconfig");
    }

    /** Deletes the engine of this directory, complete or incomplete, and its state. Succeeds if it does not exist. */
    public static void discard(Path folder) {
        KindState.read(folder).ifPresent(state -> {
            try (DockerEngine docker = DockerEngine.at(state.docker())) {
                new KindCluster(docker, state).remove();
            }
            KindState.forget(folder, kubeconfig(folder));
        });
    }

    /** Returns the cluster name for the {@code kind} CLI. */
    public String name() {
        return state.name().cluster();
    }

    /** Returns the kubeconfig file for clients. */
    public Path kubeconfig() {
        return kubeconfig(folder);
    }

    @Override
    public String description() {
        return "the KIND cluster %s on Docker at %s".formatted(name(), state.docker());
    }

    @Override
    public Kubeconfig access() {
        return access;
    }

    @Override
    public void close() {
        // It runs in Docker; nothing of it runs in this process.
    }

    @Override
    public void remove() {
        discard(folder);
    }
}
