package dev.butlerlabs.core.cli.context;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.ContextOptions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.ContextSelection;
import dev.butlerlabs.core.kube.KnownContext;
import dev.butlerlabs.core.kube.KubeconfigContext;
import dev.butlerlabs.core.kube.KubeconfigSearch;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The context that commands use, and why.
 *
 * @param known the context in the list of the user; empty if its kubeconfig is not in the list
 */
public record CurrentContext(ContextSelection selection, KubeconfigContext context, Optional<KnownContext> known) {
    public CurrentContext {
        Objects.requireNonNull(selection, "selection");
        Objects.requireNonNull(context, "context");
        Objects.requireNonNull(known, "known");
    }

    /**
     * Returns the context that commands with these options use.
     *
     * @throws ButlerException if none is selected or its kubeconfig cannot be read
     */
    public static CurrentContext find(CommandContext session, ContextOptions options) {
        KubeconfigSearch search = KubeconfigSearch.in(session.terminal()::environment);
        ContextSelection selection = search.select(options.kubeconfig(), options.context());
        KubeconfigContext context = KubeconfigContext.of(selection)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.INVALID_INPUT,
                        "%s has no current context with a server.".formatted(files(selection)),
                        "Select a context with --context NAME or 'context use NAME'."));
        return new CurrentContext(
                selection,
                context,
                search.contexts().stream()
                        .filter(known -> known.isSelectedBy(selection, Optional.of(context.name())))
                        .findFirst());
    }

    /** Returns the name for people: that of the management cluster or of the kubeconfig context. */
    public String name() {
        return known.map(KnownContext::name).orElse(context.name());
    }

    String qualifiedName() {
        return known.map(KnownContext::qualifiedName).orElse(KnownContext.Origin.KUBECONFIG + "/" + context.name());
    }

    /** Returns the reason as a clause that completes "because". */
    public String reason() {
        return switch (selection.source()) {
            case CONTEXT_OPTION, CONTEXT_VARIABLE, CHOSEN -> selection.source().reason();
            case ONLY_CLUSTER ->
                "it is the only management cluster in %s"
                        .formatted(selection.files().getFirst().getParent());
            case KUBECONFIG_OPTION, KUBECONFIG_VARIABLE, DEFAULT_KUBECONFIG ->
                selection.source().reason()
                        + (selection.context().isPresent() ? "" : "; it is the current context of the kubeconfig");
        };
    }

    /** Returns the kubeconfig files, comma-separated. */
    public String files() {
        return files(selection);
    }

    private static String files(ContextSelection selection) {
        return String.join(", ", selection.files().stream().map(Path::toString).toList());
    }

    /** Returns the fields for {@code -o json}. */
    public Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", name());
        document.put("origin", known.map(one -> one.origin().toString()).orElse("kubeconfig"));
        document.put("kubeconfig", paths(selection.files()));
        document.put("context", context.name());
        document.put("server", context.server());
        document.put("source", selection.source().name());
        document.put("reason", reason());
        return document;
    }

    static List<String> paths(List<Path> files) {
        return files.stream().map(Path::toString).toList();
    }
}
