package dev.butlerlabs.core.kube;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

/**
 * A kubeconfig file. Changes are made under the same lock file as kubectl uses ({@code config.lock}), so that concurrent changes
 * of several programs are not lost.
 *
 * <p>Thread-safe.
 */
public final class KubeconfigFile {
    private static final Duration LOCK_PATIENCE = Duration.ofSeconds(10);

    private final Path path;
    private final Duration lockPatience;

    public KubeconfigFile(Path path) {
        this(path, LOCK_PATIENCE);
    }

    KubeconfigFile(Path path, Duration lockPatience) {
        this.path = Objects.requireNonNull(path, "path").toAbsolutePath();
        this.lockPatience = lockPatience;
    }

    public Path path() {
        return path;
    }

    /** Returns the path of the backup, which has the content before the last change. */
    public Path backup() {
        return target().resolveSibling(target().getFileName() + ".butler-backup");
    }

    /**
     * Returns the content.
     *
     * @throws ButlerException if the file does not exist or is not a kubeconfig
     */
    public Kubeconfig read() {
        return readIfPresent()
                .orElseThrow(() ->
                        new ButlerException(ErrorCode.NO_KUBECONFIG, "Kubeconfig %s does not exist.".formatted(path)));
    }

    public Optional<Kubeconfig> readIfPresent() {
        return AtomicFile.read(path).map(text -> Kubeconfig.parse(text, path.toString()));
    }

    /** Overwrites the file. */
    public void write(Kubeconfig kubeconfig) {
        locked(() -> AtomicFile.write(path, kubeconfig.toYaml()));
    }

    /**
     * Reads, changes and writes the file under the lock, and keeps the previous content as a backup. Writes nothing if nothing
     * changes.
     *
     * @throws ButlerException if the file is not a kubeconfig; it is not changed
     */
    public void update(UnaryOperator<Kubeconfig> change) {
        locked(() -> {
            Optional<String> before = AtomicFile.read(path);
            Kubeconfig current = Kubeconfig.parse(before.orElse(""), path.toString());
            Kubeconfig changed = change.apply(current);
            if (before.isEmpty() || !changed.equals(current)) {
                before.ifPresent(text -> AtomicFile.write(backup(), text));
                AtomicFile.write(path, changed.toYaml());
            }
        });
    }

    /** Adds the entries of another kubeconfig. The current context changes only if requested. */
    public void merge(Kubeconfig addition, boolean makeCurrent) {
        update(current -> {
            Kubeconfig merged = current.merge(addition);
            return makeCurrent
                    ? addition.currentContext().map(merged::withCurrentContext).orElse(merged)
                    : merged;
        });
    }

    /**
     * Like {@link #merge}, but preserves the lines of all other entries, including comments, and can be reverted with {@link
     * #undo}. A file whose entries are not on lines of their own is rewritten with the same values.
     *
     * @return whether anything changed
     */
    public boolean splice(Kubeconfig addition, boolean makeCurrent) {
        AtomicBoolean written = new AtomicBoolean();
        locked(() -> {
            Optional<String> before = AtomicFile.read(path);
            String after = spliced(before.orElse(""), addition, makeCurrent);
            if (!before.equals(Optional.of(after))) {
                KubeconfigUndo.of(target()).remember(before, after);
                AtomicFile.write(path, after);
                written.set(true);
            }
        });
        return written.get();
    }

    private String spliced(String before, Kubeconfig addition, boolean makeCurrent) {
        Kubeconfig current = Kubeconfig.parse(before, path.toString());
        Kubeconfig merged = current.merge(addition);
        Optional<String> chosen = addition.currentContext()
                .filter(context -> makeCurrent || current.currentContext().isEmpty());
        Kubeconfig wanted = chosen.map(merged::withCurrentContext).orElse(merged);
        if (wanted.equals(current)) {
            return before;
        }
        // Use the edited text only if it parses to the expected result.
        return KubeconfigText.merge(before, addition.entries(), chosen)
                .filter(text -> Kubeconfig.parse(text, path.toString()).equals(wanted))
                .orElseGet(wanted::toYaml);
    }

    /**
     * Reverts the last {@link #splice}, byte for byte.
     *
     * @throws ButlerException if there is nothing to revert or the file was changed since
     */
    public void undo() {
        locked(() -> KubeconfigUndo.of(target()).undo(path));
    }

    /**
     * Removes a context, and its cluster and user unless another context uses them. Does nothing if the file or the context does
     * not exist.
     */
    public void remove(String context) {
        if (Files.exists(path)) {
            update(current -> current.without(context));
        }
    }

    private Path target() {
        return AtomicFile.followed(path);
    }

    private void locked(Runnable action) {
        new LockFile(path, lockPatience).holding(action);
    }
}
