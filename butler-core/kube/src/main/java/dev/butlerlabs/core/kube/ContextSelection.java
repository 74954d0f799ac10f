package dev.butlerlabs.core.kube;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The kubeconfig files and the context that a command uses.
 *
 * @param files never empty; earlier files take precedence
 * @param context empty for the current context of the files
 * @param source why these were selected
 */
public record ContextSelection(List<Path> files, Optional<String> context, ContextSource source) {
    public ContextSelection {
        files = List.copyOf(files);
        Objects.requireNonNull(context, "context");
        Objects.requireNonNull(source, "source");
    }
}
