package dev.butlerlabs.core.embedded;

import dev.butlerlabs.core.embedded.gc.GarbageCollectionWorker;
import dev.butlerlabs.core.embedded.http.ApiHandler;
import dev.butlerlabs.core.embedded.identity.ServingIdentity;
import dev.butlerlabs.core.embedded.store.Store;
import dev.butlerlabs.core.embedded.store.StoreContent;
import dev.butlerlabs.core.embedded.store.StoreOptions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * A small Kubernetes API server inside this process. It listens on 127.0.0.1 and serves kubectl and every other Kubernetes client.
 *
 * <p>Thread-safe; requests are handled concurrently. Only one server can use a data directory at a time.
 */
public final class EmbeddedApiServer implements AutoCloseable {
    private final Store store;
    private final GarbageCollectionWorker housekeeper;
    private final ServerEndpoint entrance;

    private EmbeddedApiServer(Store store, GarbageCollectionWorker housekeeper, ServerEndpoint entrance) {
        this.store = store;
        this.housekeeper = housekeeper;
        this.entrance = entrance;
    }

    /**
     * Starts a server. It accepts requests when this method returns.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if the data directory is in use, damaged or not writable, or the port is in use
     */
    public static EmbeddedApiServer start(EmbeddedApiOptions options) {
        Optional<Path> data = options.dataDirectory();
        data.ifPresent(EmbeddedApiServer::requireStore);
        StoreOptions usual = data.map(directory -> StoreOptions.inDirectory(directory.resolve("store")))
                .orElseGet(StoreOptions::inMemory);
        StoreOptions chosen = usual.withHistory(options.historyEvents(), usual.historyBytes());
        Store store = Store.open(options.repair().map(chosen::withRepair).orElse(chosen));
        try {
            return start(options, store);
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    /**
     * Starts a server in memory with the content of another one.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if the port is in use
     */
    public static EmbeddedApiServer start(EmbeddedApiOptions options, StoreContent content) {
        if (options.dataDirectory().isPresent()) {
            throw new IllegalArgumentException("a server with a data directory has its own content");
        }
        StoreOptions usual = StoreOptions.inMemory();
        Store store = Store.open(content, usual.withHistory(options.historyEvents(), usual.historyBytes()));
        try {
            return start(options, store);
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    /**
     * Rejects a data directory with an identity but without a store. The store is created before the identity, so this means that the
     * stored data was lost.
     */
    private static void requireStore(Path directory) {
        Path store = directory.resolve("store");
        if (Files.exists(directory.resolve("identity").resolve("token")) && isEmpty(store)) {
            throw new ButlerException(
                    ErrorCode.DATA_DAMAGED,
                    "The stored data is missing: %s is empty or does not exist, but %s has an identity."
                            .formatted(store, directory),
                    "Restore %s from a backup. To start with an empty API, delete %s."
                            .formatted(store, directory.resolve("identity")));
        }
    }

    private static boolean isEmpty(Path store) {
        try (Stream<Path> files = Files.list(store)) {
            return files.noneMatch(file -> file.getFileName().toString().matches("(log|snapshot)-.*"));
        } catch (NoSuchFileException _) {
            return true;
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.ENVIRONMENT, "Cannot read %s: %s.".formatted(store, e.getMessage()), e);
        }
    }

    /** Opens the port while the first objects are written; requests that arrive earlier wait until the handler is complete. */
    private static EmbeddedApiServer start(EmbeddedApiOptions options, Store store) {
        CompletableFuture<ApiHandler> handler = new CompletableFuture<>();
        CompletableFuture<ServerEndpoint> opening = BackgroundTask.begin(() -> ServerEndpoint.open(options, handler));
        try {
            EmbeddedApi api = EmbeddedApi.over(store, options);
            ServerEndpoint entrance = BackgroundTask.await(opening);
            handler.complete(AuthenticatedHandler.of(entrance.identity(), options.clock(), api));
            GarbageCollectionWorker housekeeper = new GarbageCollectionWorker(api.registry());
            housekeeper.start();
            return new EmbeddedApiServer(store, housekeeper, entrance);
        } catch (RuntimeException e) {
            handler.completeExceptionally(e);
            opening.thenAccept(ServerEndpoint::close).exceptionally(_ -> null).join();
            throw e;
        }
    }

    /** Returns all objects as they are stored, including Secrets. */
    public StoreContent content() {
        return store.content();
    }

    /** Returns the base URL of the server, such as {@code https://127.0.0.1:6443}. */
    public URI uri() {
        return URI.create("https://127.0.0.1:" + entrance.listener().port());
    }

    /** Returns a kubeconfig in YAML. It contains the token: write it only to files that no other user can read. */
    public String kubeconfig() {
        return entrance.identity().kubeconfig(uri().toString());
    }

    /** Returns the identity, with which a server that replaces this one serves the same clients. Contains the private key and the token. */
    public ServingIdentity identity() {
        return entrance.identity().exported();
    }

    /** Ends all watches, commits pending writes, and releases the port and the data directory. */
    @Override
    public void close() {
        housekeeper.close();
        store.close();
        entrance.close();
    }
}
