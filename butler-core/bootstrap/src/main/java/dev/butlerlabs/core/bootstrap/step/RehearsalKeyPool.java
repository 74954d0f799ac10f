package dev.butlerlabs.core.bootstrap.step;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.AtomicFile;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.secrets.SecretsGenerator;
import dev.butlerlabs.core.version.VersionContract;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/**
 * Generates the secrets of rehearsed clusters with service account keys that are kept on this machine and used again: generating one takes longer than most steps
 * of a rehearsal. All other secrets are new. Safe to use in several processes: a file always has a whole key. Not for real clusters, because two rehearsed
 * clusters can have the same key.
 */
public final class RehearsalKeyPool implements BootstrapOptions.SecretsSource {
    private static final int SIZE = 4;

    private final Path directory;
    private final IntUnaryOperator random;

    /**
     * Creates a pool, which generates keys when they are needed first.
     *
     * @param directory the files with the keys, which have mode 0600
     * @param random returns a number from 0 to below its argument
     */
    public RehearsalKeyPool(Path directory, IntUnaryOperator random) {
        this.directory = directory;
        this.random = random;
    }

    @Override
    public SecretsBundle make(SecretsGenerator generator, VersionContract contract) {
        Path file = directory.resolve("service-account-%d.key".formatted(random.applyAsInt(SIZE)));
        return generator.generate(contract, read(file).orElseGet(() -> generate(generator, file)));
    }

    private static Optional<String> read(Path file) {
        try {
            return AtomicFile.read(file).filter(SecretsGenerator::isServiceAccountKey);
        } catch (ButlerException _) {
            // A key that cannot be read is generated again.
            return Optional.empty();
        }
    }

    private static String generate(SecretsGenerator generator, Path file) {
        String key = generator.shortServiceAccountKey();
        try {
            AtomicFile.write(file, key);
        } catch (ButlerException _) {
            // The rehearsal has a key. That the directory is not writable is reported when the state is written.
            return key;
        }
        return key;
    }
}
