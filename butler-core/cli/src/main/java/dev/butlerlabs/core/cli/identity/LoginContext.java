package dev.butlerlabs.core.cli.identity;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.identity.login.CredentialPlugin;
import dev.butlerlabs.core.kube.ContextSelection;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.core.kube.KubeconfigSearch;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The kubeconfig context whose cluster a login is for.
 *
 * @param file the file that contains the context
 * @param kubeconfig all files, with absolute paths
 */
public record LoginContext(Path file, Kubeconfig kubeconfig, String name) {
    private static final String SUFFIX = "-oidc";

    public LoginContext {
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(kubeconfig, "kubeconfig");
        Objects.requireNonNull(name, "name");
    }

    /**
     * Returns the selected context.
     *
     * @throws ButlerException if the kubeconfig or the context does not exist, or the context has no server
     */
    public static LoginContext find(CommandContext session, ConnectionOptions connection) {
        ContextSelection selection = KubeconfigSearch.in(session.terminal()::environment)
                .select(connection.kubeconfig(), connection.context());
        List<Path> files = selection.files();
        List<Kubeconfig> contents = files.stream()
                .map(file -> new KubeconfigFile(file)
                        .read()
                        .resolvedAgainst(file.toAbsolutePath().getParent()))
                .toList();
        Kubeconfig merged = contents.reversed().stream().reduce(Kubeconfig.empty(), Kubeconfig::merge);
        String name = selection
                .context()
                .or(() -> contents.stream()
                        .flatMap(content -> content.usualContext().stream())
                        .findFirst())
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.INVALID_INPUT,
                        "The kubeconfig has no current context.",
                        "Select the context of the management cluster with --context."));
        if (merged.server(name).isEmpty()) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "The context \"%s\" does not refer to a cluster with a server.".formatted(name));
        }
        return new LoginContext(fileOf(name, files, contents), merged, name);
    }

    private static Path fileOf(String name, List<Path> files, List<Kubeconfig> contents) {
        for (int i = 0; i < files.size(); i++) {
            if (contents.get(i).contexts().contains(name)) {
                return files.get(i);
            }
        }
        return files.getFirst();
    }

    public Optional<CredentialPlugin> plugin() {
        return CredentialPlugin.of(kubeconfig, name);
    }

    /** Returns the name of the context for logged-in users. A context that uses the plugin keeps its name. */
    public String loginName() {
        return plugin().isPresent() ? name : name + SUFFIX;
    }

    /** Returns a kubeconfig with the same cluster whose user is the plugin. */
    public Kubeconfig with(CredentialPlugin plugin, String newName) {
        return kubeconfig.withUser(name, newName, plugin.user());
    }
}
