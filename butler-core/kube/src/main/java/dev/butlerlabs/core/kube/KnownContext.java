package dev.butlerlabs.core.kube;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * A cluster that the user can choose by name.
 *
 * @param name name of the management cluster, or of the kubeconfig context
 * @param files kubeconfig files that contain it; never empty
 * @param context context in the files; empty if a file cannot be read
 * @param server address of the API server; empty if it is not known
 */
public record KnownContext(
        Origin origin, String name, List<Path> files, Optional<String> context, Optional<String> server) {
    public KnownContext {
        Objects.requireNonNull(origin, "origin");
        Objects.requireNonNull(name, "name");
        files = List.copyOf(files);
        Objects.requireNonNull(context, "context");
        Objects.requireNonNull(server, "server");
    }

    /** Returns the name with its origin, such as {@code cluster/prod}, which is unique. */
    public String qualifiedName() {
        return origin + "/" + name;
    }

    /** Returns whether a user means this context by a name: the plain or the qualified one. */
    boolean isNamed(String text) {
        return name.equals(text) || qualifiedName().equals(text);
    }

    /** Returns whether commands with this selection use this context. */
    public boolean isSelectedBy(ContextSelection selection, Optional<String> currentContext) {
        return selection.files().containsAll(files)
                && selection.context().or(() -> currentContext).equals(context);
    }

    ContextSelection selected(ContextSource source) {
        return new ContextSelection(files, context, source);
    }

    /** Where a context is stored. */
    public enum Origin {
        /** A management cluster that this user bootstrapped. */
        CLUSTER,
        /** A context in the kubeconfig files of the user. */
        KUBECONFIG;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
