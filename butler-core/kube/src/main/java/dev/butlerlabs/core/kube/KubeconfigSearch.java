package dev.butlerlabs.core.kube;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Finds the kubeconfig if none is specified: {@code KUBECONFIG}, then the management clusters that Butler bootstrapped ({@code
 * BUTLER_HOME} or {@code ~/.butler}), then {@code ~/.kube/config}. If a file is specified, no other is read.
 */
public final class KubeconfigSearch {
    /** The file with the name of the selected management cluster, for users with several of them. */
    public static final String CURRENT_CLUSTER = "current-cluster";

    private static final String SUFFIX = "-kubeconfig";

    private final Optional<String> listed;
    private final UserDirectories directories;

    KubeconfigSearch(Optional<String> listed, UserDirectories directories) {
        this.listed = listed;
        this.directories = directories;
    }

    /**
     * Searches with the environment of a process.
     *
     * @param environment returns the value of a variable; empty if it is not set
     */
    public static KubeconfigSearch in(Function<String, Optional<String>> environment) {
        return new KubeconfigSearch(environment.apply("KUBECONFIG"), UserDirectories.of(environment));
    }

    /**
     * Returns the files to merge in order of precedence. Never empty.
     *
     * @throws ButlerException if no kubeconfig was found or the choice is ambiguous
     */
    public List<Path> find(Optional<Path> named) {
        if (named.isPresent()) {
            return List.of(existing(named.get()));
        }
        List<Path> listed = listed();
        if (!listed.isEmpty()) {
            return present(listed, "KUBECONFIG is set to %s, which does not exist.");
        }
        return managementCluster()
                .or(() -> Optional.of(usual()).filter(Files::isRegularFile))
                .map(List::of)
                .orElseThrow(this::nothingFound);
    }

    private static Path existing(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new ButlerException(
                    ErrorCode.NO_KUBECONFIG,
                    "Kubeconfig %s does not exist.".formatted(file),
                    "Check the path given with --kubeconfig.");
        }
        return file;
    }

    private List<Path> listed() {
        return Stream.of(this.listed.orElse("").split(File.pathSeparator))
                .map(String::strip)
                .filter(Predicate.not(String::isEmpty))
                .map(Path::of)
                .distinct()
                .toList();
    }

    /** Skips missing files of a list, as kubectl does, but rejects a list without any existing file. */
    private static List<Path> present(List<Path> listed, String sentence) {
        List<Path> present = listed.stream().filter(Files::isRegularFile).toList();
        if (present.isEmpty()) {
            throw new ButlerException(ErrorCode.NO_KUBECONFIG, sentence.formatted(joined(listed)));
        }
        return present;
    }

    private Optional<Path> managementCluster() {
        Path folder = directories.butler();
        Optional<Path> chosen = AtomicFile.read(folder.resolve(CURRENT_CLUSTER))
                .map(String::strip)
                .filter(Predicate.not(String::isEmpty))
                .map(name -> folder.resolve(name + SUFFIX));
        if (chosen.isPresent()) {
            return Optional.of(existing(chosen.get()));
        }
        List<Path> candidates = bootstrapped(folder);
        if (candidates.size() > 1) {
            throw new ButlerException(
                    ErrorCode.NO_KUBECONFIG,
                    "Several management clusters found: %s.".formatted(joined(candidates)),
                    "Select one with --kubeconfig, or write its name to %s."
                            .formatted(folder.resolve(CURRENT_CLUSTER)));
        }
        return candidates.stream().findFirst();
    }

    /**
     * Returns kubeconfigs of bootstrapped clusters. A bootstrap writes a kubeconfig and a talosconfig to the same directory.
     * Requiring both excludes the kubeconfig of a provider that a user stored there.
     */
    private static List<Path> bootstrapped(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> found = new ArrayList<>(files.filter(Files::isRegularFile)
                    .filter(file -> file.getFileName().toString().endsWith(SUFFIX))
                    .filter(file -> Files.isRegularFile(talosconfigOf(file)))
                    .sorted()
                    .toList());
            if (found.isEmpty() && Files.isRegularFile(folder.resolve("kubeconfig"))) {
                found.add(folder.resolve("kubeconfig"));
            }
            return found;
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.UNREADABLE_FILE,
                    "Cannot read directory %s: %s.".formatted(folder, AtomicFile.reason(e)),
                    e);
        }
    }

    private static Path talosconfigOf(Path kubeconfig) {
        String name = kubeconfig.getFileName().toString();
        String cluster = name.substring(0, name.length() - SUFFIX.length());
        return kubeconfig.resolveSibling(cluster + "-talosconfig");
    }

    private ButlerException nothingFound() {
        return new ButlerException(
                ErrorCode.NO_KUBECONFIG,
                "No kubeconfig found: KUBECONFIG is not set, %s contains no management cluster, and %s does not exist."
                        .formatted(directories.butler(), usual()));
    }

    private Path usual() {
        return directories.home().resolve(".kube/config");
    }

    private static String joined(List<Path> paths) {
        return String.join(", ", paths.stream().map(Path::toString).toList());
    }
}
