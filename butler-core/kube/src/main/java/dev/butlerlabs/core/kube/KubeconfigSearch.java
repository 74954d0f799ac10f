package dev.butlerlabs.core.kube;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.SpellingSuggestion;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Selects the cluster of a command. The first of these decides:
 *
 * <ol>
 *   <li>{@code --kubeconfig}: this file, and no other
 *   <li>{@code --context}: a management cluster or a kubeconfig context, by name
 *   <li>{@code BUTLER_CONTEXT}: likewise
 *   <li>{@code KUBECONFIG}: the current context of these files
 *   <li>the context chosen with {@code context use}
 *   <li>the only management cluster in {@code BUTLER_HOME} (default {@code ~/.butler})
 *   <li>the current context of {@code ~/.kube/config}
 * </ol>
 *
 * <p>Both tools use only this class for the decision, which docs/contexts.md describes.
 */
public final class KubeconfigSearch {
    private final Optional<String> listed;
    private final Optional<String> contextVariable;
    private final UserDirectories directories;
    private final ChosenContextFile chosen;

    KubeconfigSearch(Function<String, Optional<String>> environment, UserDirectories directories) {
        this.listed = environment.apply("KUBECONFIG");
        this.contextVariable = environment.apply("BUTLER_CONTEXT").filter(Predicate.not(String::isBlank));
        this.directories = directories;
        this.chosen = new ChosenContextFile(directories.butler());
    }

    /**
     * Searches with the environment of a process.
     *
     * @param environment returns the value of a variable; empty if it is not set
     */
    public static KubeconfigSearch in(Function<String, Optional<String>> environment) {
        return new KubeconfigSearch(environment, UserDirectories.of(environment));
    }

    /**
     * Returns what a command uses.
     *
     * @param kubeconfig value of {@code --kubeconfig}
     * @param context value of {@code --context}
     * @throws ButlerException if no kubeconfig was found, the context does not exist, or the choice is ambiguous
     */
    public ContextSelection select(Optional<Path> kubeconfig, Optional<String> context) {
        if (kubeconfig.isPresent()) {
            return new ContextSelection(List.of(existing(kubeconfig.get())), context, ContextSource.KUBECONFIG_OPTION);
        }
        return context.map(name -> named(name, ContextSource.CONTEXT_OPTION))
                .or(() -> contextVariable.map(name -> named(name, ContextSource.CONTEXT_VARIABLE)))
                .or(this::ofKubeconfigVariable)
                .or(this::ofChoice)
                .or(this::ofOnlyCluster)
                .or(this::ofDefaultKubeconfig)
                .orElseThrow(this::nothingFound);
    }

    /** Returns all contexts that can be chosen: management clusters, then kubeconfig contexts, each by name. */
    public List<KnownContext> contexts() {
        return catalog().contexts();
    }

    /**
     * Stores a context for later commands.
     *
     * @param name plain or qualified name
     * @throws ButlerException if the name is unknown or ambiguous
     */
    public KnownContext choose(String name) {
        List<KnownContext> all = contexts();
        List<KnownContext> matching =
                all.stream().filter(context -> context.isNamed(name)).toList();
        if (matching.isEmpty()) {
            throw unknown("Context \"%s\"".formatted(name), ErrorCode.NOT_FOUND, name, all);
        }
        if (matching.size() > 1) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "The name \"%s\" is ambiguous.".formatted(name),
                    "Use one of: "
                            + String.join(
                                    ", ",
                                    matching.stream()
                                            .map(KnownContext::qualifiedName)
                                            .toList())
                            + ".");
        }
        chosen.write(matching.getFirst());
        return matching.getFirst();
    }

    /** Deletes the stored choice. */
    public void forgetChoice() {
        chosen.delete();
    }

    /** Returns the qualified name of the stored choice, which need not exist any more. */
    public Optional<String> choice() {
        return chosen.read().map(ChosenContextFile.Choice::qualifiedName);
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

    /** An explicit {@code KUBECONFIG} takes precedence over management clusters of the same name. */
    private ContextSelection named(String name, ContextSource source) {
        List<KnownContext> clusters = catalog().clusters();
        List<KnownContext> others = catalog().kubeconfigContexts();
        Optional<KnownContext> cluster = first(clusters, context -> context.isNamed(name))
                .or(() -> first(clusters, context -> context.context().equals(Optional.of(name))));
        Optional<KnownContext> other = first(others, context -> context.isNamed(name));
        Optional<KnownContext> found = listed().isEmpty() ? cluster.or(() -> other) : other.or(() -> cluster);
        return found.map(context -> context.selected(source))
                .orElseThrow(() -> unknown(
                        "Context \"%s\"%s"
                                .formatted(name, source == ContextSource.CONTEXT_VARIABLE ? " of BUTLER_CONTEXT" : ""),
                        ErrorCode.INVALID_INPUT,
                        name,
                        contexts()));
    }

    private static Optional<KnownContext> first(List<KnownContext> contexts, Predicate<KnownContext> condition) {
        return contexts.stream().filter(condition).findFirst();
    }

    private ButlerException unknown(String subject, ErrorCode code, String name, List<KnownContext> known) {
        List<String> names =
                known.stream().map(KnownContext::name).distinct().sorted().toList();
        String suggestion = SpellingSuggestion.to(name, names)
                .map("Did you mean \"%s\"? "::formatted)
                .orElse("");
        String list = names.isEmpty()
                ? "Neither contains a context. " + ErrorCode.NO_KUBECONFIG.remedy()
                : "Use one of the available contexts: " + String.join(", ", names) + ".";
        return new ButlerException(
                code,
                "%s not found in %s or %s.".formatted(subject, directories.butler(), joined(kubeconfigs())),
                suggestion + list);
    }

    private Optional<ContextSelection> ofKubeconfigVariable() {
        List<Path> files = listed();
        if (files.isEmpty()) {
            return Optional.empty();
        }
        // Missing files of a list are skipped, as kubectl does, but a list without any existing file is a mistake.
        List<Path> present = files.stream().filter(Files::isRegularFile).toList();
        if (present.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.NO_KUBECONFIG, "KUBECONFIG is set to %s, which does not exist.".formatted(joined(files)));
        }
        return Optional.of(new ContextSelection(present, Optional.empty(), ContextSource.KUBECONFIG_VARIABLE));
    }

    private List<Path> listed() {
        return Stream.of(this.listed.orElse("").split(File.pathSeparator))
                .map(String::strip)
                .filter(Predicate.not(String::isEmpty))
                .map(Path::of)
                .distinct()
                .toList();
    }

    private Optional<ContextSelection> ofChoice() {
        return chosen.read().map(choice -> {
            ContextCatalog catalog = new ContextCatalog(directories.butler(), choice.files());
            return first(catalog.contexts(), context -> context.qualifiedName().equals(choice.qualifiedName()))
                    .orElseThrow(() -> new ButlerException(
                            ErrorCode.NO_KUBECONFIG,
                            "The chosen context %s no longer exists.".formatted(choice.qualifiedName()),
                            "Choose another one with 'context use NAME', or none with 'context use --clear'."))
                    .selected(ContextSource.CHOSEN);
        });
    }

    private Optional<ContextSelection> ofOnlyCluster() {
        List<KnownContext> clusters = catalog().clusters();
        if (clusters.size() > 1) {
            throw new ButlerException(
                    ErrorCode.NO_KUBECONFIG,
                    "Several management clusters found: %s."
                            .formatted(String.join(
                                    ", ",
                                    clusters.stream().map(KnownContext::name).toList())),
                    "Choose one with 'context use NAME', or select it with --context NAME.");
        }
        return clusters.stream()
                .findFirst()
                .map(cluster -> new ContextSelection(cluster.files(), Optional.empty(), ContextSource.ONLY_CLUSTER));
    }

    private Optional<ContextSelection> ofDefaultKubeconfig() {
        return Optional.of(usual())
                .filter(Files::isRegularFile)
                .map(file -> new ContextSelection(List.of(file), Optional.empty(), ContextSource.DEFAULT_KUBECONFIG));
    }

    private ButlerException nothingFound() {
        return new ButlerException(
                ErrorCode.NO_KUBECONFIG,
                "No kubeconfig found: KUBECONFIG is not set, %s contains no management cluster, and %s does not exist."
                        .formatted(directories.butler(), usual()));
    }

    private ContextCatalog catalog() {
        return new ContextCatalog(directories.butler(), kubeconfigs());
    }

    private List<Path> kubeconfigs() {
        return listed().isEmpty() ? List.of(usual()) : listed();
    }

    private Path usual() {
        return directories.home().resolve(".kube/config");
    }

    private static String joined(List<Path> paths) {
        return String.join(", ", paths.stream().map(Path::toString).toList());
    }
}
