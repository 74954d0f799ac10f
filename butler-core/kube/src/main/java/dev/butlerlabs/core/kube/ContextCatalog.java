package dev.butlerlabs.core.kube;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Lists the contexts of a user: management clusters in the directory of Butler, and contexts of kubeconfig files. */
final class ContextCatalog {
    private static final String SUFFIX = "-kubeconfig";
    private static final String UNNAMED = "kubeconfig";

    private final Path butler;
    private final List<Path> kubeconfigs;

    /** @param kubeconfigs the files of the user, which need not exist; earlier files take precedence */
    ContextCatalog(Path butler, List<Path> kubeconfigs) {
        this.butler = butler;
        this.kubeconfigs = kubeconfigs.stream().filter(Files::isRegularFile).toList();
    }

    /** Returns the management clusters, then the kubeconfig contexts, each by name. Unreadable kubeconfigs have none. */
    List<KnownContext> contexts() {
        List<KnownContext> all = new ArrayList<>(clusters());
        all.addAll(kubeconfigContexts());
        return all;
    }

    List<KnownContext> clusters() {
        return clusterFiles().stream().map(ContextCatalog::cluster).toList();
    }

    List<KnownContext> kubeconfigContexts() {
        List<Kubeconfig> readable =
                kubeconfigs.stream().flatMap(file -> readable(file).stream()).toList();
        Kubeconfig merged = readable.stream().reduce(Kubeconfig::completedBy).orElseGet(Kubeconfig::empty);
        return merged.contexts().stream()
                .sorted()
                .map(name -> new KnownContext(
                        KnownContext.Origin.KUBECONFIG, name, kubeconfigs, Optional.of(name), merged.server(name)))
                .toList();
    }

    private static KnownContext cluster(Path file) {
        Optional<Kubeconfig> content = readable(file);
        Optional<String> context = content.flatMap(Kubeconfig::usualContext);
        return new KnownContext(
                KnownContext.Origin.CLUSTER,
                clusterName(file),
                List.of(file),
                context,
                content.flatMap(kubeconfig ->
                        context.filter(kubeconfig.contexts()::contains).flatMap(kubeconfig::server)));
    }

    private static Optional<Kubeconfig> readable(Path file) {
        try {
            return new KubeconfigFile(file).readIfPresent();
        } catch (ButlerException unreadable) {
            // The command that uses the file reports why. A list shows the other contexts.
            return Optional.empty();
        }
    }

    /**
     * Returns kubeconfigs of bootstrapped clusters. A bootstrap writes a kubeconfig and a talosconfig to the same directory.
     * Requiring both excludes the kubeconfig of a provider that a user stored there.
     */
    private List<Path> clusterFiles() {
        if (!Files.isDirectory(butler)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(butler)) {
            List<Path> found = new ArrayList<>(files.filter(Files::isRegularFile)
                    .filter(file -> file.getFileName().toString().endsWith(SUFFIX))
                    .filter(file -> Files.isRegularFile(file.resolveSibling(clusterName(file) + "-talosconfig")))
                    .sorted()
                    .toList());
            if (found.isEmpty() && Files.isRegularFile(butler.resolve(UNNAMED))) {
                found.add(butler.resolve(UNNAMED));
            }
            return found;
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.UNREADABLE_FILE,
                    "Cannot read directory %s: %s.".formatted(butler, AtomicFile.reason(e)),
                    e);
        }
    }

    private static String clusterName(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
    }
}
