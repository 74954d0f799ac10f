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
public record KubeconfigContext(String server, Optional<String> namespace) {
    public KubeconfigContext {
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
            List<Kubeconfig> files = search.find(kubeconfig).stream()
                    .map(file -> new KubeconfigFile(file).read())
                    .toList();
            return context.or(() -> files.stream()
                            .flatMap(file -> file.usualContext().stream())
                            .findFirst())
                    .flatMap(name -> of(files, name));
        } catch (ButlerException unreadable) {
            return Optional.empty();
        }
    }

    /** An entry of an earlier file takes precedence, as for kubectl. */
    private static Optional<KubeconfigContext> of(List<Kubeconfig> files, String name) {
        Kubeconfig merged = files.reversed().stream().reduce(Kubeconfig.empty(), Kubeconfig::merge);
        return merged.server(name).map(server -> new KubeconfigContext(server, merged.namespace(name)));
    }
}
