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
 * A kubeconfig on disk. Changes are made under the lock file kubectl and its relatives use ({@code config.lock}), so that two programs
 * changing the same file at once lose nothing of each other's.
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

    /** Where the content before the last change is kept. */
    public Path backup() {
        return target().resolveSibling(target().getFileName() + ".butler-backup");
    }

    /** The content; a missing file is an error. */
    public Kubeconfig read() {
        return readIfPresent()
                .orElseThrow(() ->
                        new ButlerException(ErrorCode.NO_KUBECONFIG, "There is no kubeconfig at %s.".formatted(path)));
    }

    public Optional<Kubeconfig> readIfPresent() {
        return WholeFile.read(path).map(text -> Kubeconfig.parse(text, path.toString()));
    }

    /** Writes the whole file, whatever was there. */
    public void write(Kubeconfig kubeconfig) {
        locked(() -> WholeFile.write(path, kubeconfig.toYaml()));
    }

    /**
     * Reads, changes and writes as one act, keeping the former content as a backup. A file that cannot be understood is refused and
     * left as it is; a change that changes nothing writes nothing.
     */
    public void update(UnaryOperator<Kubeconfig> change) {
        locked(() -> {
            Optional<String> before = WholeFile.read(path);
            Kubeconfig current = Kubeconfig.parse(before.orElse(""), path.toString());
            Kubeconfig changed = change.apply(current);
            if (before.isEmpty() || !changed.equals(current)) {
                before.ifPresent(text -> WholeFile.write(backup(), text));
                WholeFile.write(path, changed.toYaml());
            }
        });
    }

    /** Adds the entries of another kubeconfig; the current context changes only when asked. */
    public void merge(Kubeconfig addition, boolean makeCurrent) {
        update(current -> {
            Kubeconfig merged = current.merge(addition);
            return makeCurrent
                    ? addition.currentContext().map(merged::withCurrentContext).orElse(merged)
                    : merged;
        });
    }

    /**
     * As {@link #merge}, but every line of other entries stays as it was written, comments too, and {@link #undo} takes it back. A
     * text whose entries do not stand on lines of their own is written anew with the same values.
     *
     * @return whether anything changed
     */
    public boolean splice(Kubeconfig addition, boolean makeCurrent) {
        AtomicBoolean written = new AtomicBoolean();
        locked(() -> {
            Optional<String> before = WholeFile.read(path);
            String after = spliced(before.orElse(""), addition, makeCurrent);
            if (!before.equals(Optional.of(after))) {
                KubeconfigUndo.of(target()).remember(before, after);
                WholeFile.write(path, after);
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
        // The text is used only if it says what is wanted, whatever it looks like.
        return KubeconfigText.merge(before, addition.entries(), chosen)
                .filter(text -> Kubeconfig.parse(text, path.toString()).equals(wanted))
                .orElseGet(wanted::toYaml);
    }

    /** Takes the last {@link #splice} back, byte for byte; refused when somebody has changed the file since. */
    public void undo() {
        locked(() -> KubeconfigUndo.of(target()).undo(path));
    }

    /** Removes a context with the cluster and user nobody else needs; fine when the file or the context is absent. */
    public void remove(String context) {
        if (Files.exists(path)) {
            update(current -> current.without(context));
        }
    }

    private Path target() {
        return WholeFile.followed(path);
    }

    private void locked(Runnable action) {
        new LockFile(path, lockPatience).holding(action);
    }
}
