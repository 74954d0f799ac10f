package dev.butlerlabs.core.engine;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The embedded Kubernetes API with the Butler custom resources and a kubeconfig file. */
public final class EmbeddedEngine implements Engine {
    private final EngineDirectory folder;
    private final EmbeddedApiServer server;
    private final Kubeconfig access;
    private final Path kubeconfig;

    private EmbeddedEngine(EngineDirectory folder, EmbeddedApiServer server, Kubeconfig access, Path kubeconfig) {
        this.folder = folder;
        this.server = server;
        this.access = access;
        this.kubeconfig = kubeconfig;
    }

    /**
     * Starts an engine. It serves the Butler custom resources when this method returns. A failed start leaves no process and no
     * temporary directory behind.
     */
    public static EmbeddedEngine start(EmbeddedEngineOptions options, ProgressReporter progress) {
        EngineDirectory folder = EngineDirectory.open(options.data());
        EmbeddedApiServer server = null;
        try {
            server = startServer(folder, options, progress);
            Kubeconfig access = Kubeconfig.parse(server.kubeconfig(), "the kubeconfig of the engine");
            return new EmbeddedEngine(folder, server, access, writeKubeconfig(access, folder, options.kubeconfig()));
        } catch (RuntimeException e) {
            if (server != null) {
                server.close();
            }
            folder.close();
            throw e;
        }
    }

    public URI uri() {
        return server.uri();
    }

    /** Returns the kubeconfig file for clients. */
    public Path kubeconfig() {
        return kubeconfig;
    }

    /** Returns the data directory. */
    public Path data() {
        return folder.path();
    }

    /** Returns whether the data is kept after the engine stops. */
    public boolean keepsData() {
        return folder.isKept();
    }

    @Override
    public String description() {
        return "the embedded Kubernetes API at " + server.uri();
    }

    @Override
    public Kubeconfig access() {
        return access;
    }

    @Override
    public void close() {
        server.close();
        folder.close();
    }

    @Override
    public void remove() {
        folder.remove();
    }

    /** Deletes the data of a stopped engine. Succeeds if it does not exist. */
    public static void discard(Path data) {
        new EngineDirectory(data, true).remove();
    }

    private static EmbeddedApiServer startServer(
            EngineDirectory folder, EmbeddedEngineOptions options, ProgressReporter progress) {
        ProgressStep step =
                progress.start("EngineStarted", "Starting the embedded Kubernetes API with the Butler CRDs");
        EmbeddedApiOptions usual = EmbeddedApiOptions.inDirectory(folder.path())
                .withPort(options.port())
                .withDefinitions(definitions());
        EmbeddedApiServer server = EmbeddedApiServer.start(
                options.repair() ? usual.withRepair(removed -> progress.warning(removed.toString())) : usual);
        step.done(server.uri().toString());
        return server;
    }

    private static EmbeddedApiOptions.Definitions definitions() {
        return new EmbeddedApiOptions.Definitions(ServerSideApply.BUTLER, CustomResourceDefinitionFiles.texts());
    }

    private static Path writeKubeconfig(Kubeconfig access, EngineDirectory folder, Optional<Path> elsewhere) {
        Path file =
                elsewhere.orElseGet(() -> folder.path().resolve("kubeconfig")).toAbsolutePath();
        requireNoOthers(file, access);
        new KubeconfigFile(file).write(access);
        return file;
    }

    /** Rejects overwriting a kubeconfig that contains other clusters. */
    private static void requireNoOthers(Path file, Kubeconfig access) {
        Optional<Kubeconfig> present = new KubeconfigFile(file).readIfPresent();
        Set<String> contexts = new HashSet<>(present.map(Kubeconfig::contexts).orElseGet(List::of));
        access.contexts().forEach(contexts::remove);
        if (!contexts.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "%s is a kubeconfig of other clusters and is not overwritten.".formatted(file),
                    "Specify another file for the engine.");
        }
    }
}
