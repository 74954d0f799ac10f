package dev.butlerlabs.core.kube;

import dev.butlerlabs.core.error.ButlerException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The server and the namespace that a kubeconfig context selects.
 *
 * @param namespace empty if the context has none
 */
public record KubeconfigContext(String name, String server, Optional<String> namespace) {
    public KubeconfigContext {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(server, "server");
        Objects.requireNonNull(namespace, "namespace");
    }

    /**
     * Returns the selected context without connecting.
     *
     * @return empty if no kubeconfig was found or it cannot be read: the connection reports why
     */
    public static Optional<KubeconfigContext> find(
            Optional<Path> kubeconfig, Optional<String> context, KubeconfigSearch search) {
        try {
            return of(search.select(kubeconfig, context));
        } catch (ButlerException unreadable) {
            return Optional.empty();
        }
    }

    /**
     * Returns the context of a selection without connecting.
     *
     * @return empty if the files have no current context, or the context has no server
     * @throws ButlerException if a file cannot be read, or the context does not exist
     */
    public static Optional<KubeconfigContext> of(ContextSelection selection) {
        List<Kubeconfig> files = selection.files().stream()
                .map(file -> new KubeconfigFile(file).read())
                .toList();
        return selection
                .context()
                .or(() -> files.stream()
                        .flatMap(file -> file.usualContext().stream())
                        .findFirst())
                .flatMap(name -> of(files, name));
    }

    /** An entry of an earlier file takes precedence, as for kubectl. */
    private static Optional<KubeconfigContext> of(List<Kubeconfig> files, String name) {
        Kubeconfig merged = files.reversed().stream().reduce(Kubeconfig.empty(), Kubeconfig::merge);
        return merged.server(name).map(server -> new KubeconfigContext(name, server, merged.namespace(name)));
    }
}
