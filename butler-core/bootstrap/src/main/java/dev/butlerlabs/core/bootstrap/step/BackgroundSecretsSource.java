package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.secrets.SecretsGenerator;
import dev.butlerlabs.core.version.VersionContract;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Generates the secrets of one new cluster on another thread while the engine starts, because the service account key takes seconds. Thread-safe. The prepared
 * secrets are returned only once; later requests, and those for another contract, generate new ones.
 */
public final class BackgroundSecretsSource implements BootstrapOptions.SecretsSource {
    private final BootstrapOptions.SecretsSource source;
    private final VersionContract contract;
    private final AtomicReference<CompletableFuture<SecretsBundle>> prepared;

    private BackgroundSecretsSource(
            BootstrapOptions.SecretsSource source,
            VersionContract contract,
            CompletableFuture<SecretsBundle> prepared) {
        this.source = source;
        this.contract = contract;
        this.prepared = new AtomicReference<>(prepared);
    }

    /** Starts to generate secrets, and returns options that use them. The thread does not keep the process alive. */
    public static BootstrapOptions startIn(BootstrapOptions options, SecureRandom random, VersionContract contract) {
        return startIn(options, random, contract, Thread.ofPlatform().daemon().name("butler-secrets")::start);
    }

    static BootstrapOptions startIn(
            BootstrapOptions options, SecureRandom random, VersionContract contract, Executor executor) {
        BootstrapOptions.SecretsSource source = options.secrets();
        SecretsGenerator generator = new SecretsGenerator(random, options.clock());
        return options.withSecrets(new BackgroundSecretsSource(
                source, contract, CompletableFuture.supplyAsync(() -> source.make(generator, contract), executor)));
    }

    @Override
    public SecretsBundle make(SecretsGenerator generator, VersionContract wanted) {
        return take(wanted).orElseGet(() -> source.make(generator, wanted));
    }

    private Optional<SecretsBundle> take(VersionContract wanted) {
        if (!wanted.equals(contract)) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(prepared.getAndSet(null)).map(CompletableFuture::join);
        } catch (CompletionException _) {
            // The caller tries again and reports the failure.
            return Optional.empty();
        }
    }
}
