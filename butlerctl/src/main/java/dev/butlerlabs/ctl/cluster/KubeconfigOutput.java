package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.DestinationOptions;
import dev.butlerlabs.core.cli.output.JsonTextWriter;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.UserDirectories;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import dev.butlerlabs.core.tenant.change.TenantObjectFinder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Prints a kubeconfig, writes it to a file, or merges it into the user's kubeconfig. */
public record KubeconfigOutput(CommandContext session, CommonOptions common, DestinationOptions destination) {
    Kubeconfig read(KubernetesClient client, ObjectName name, Optional<String> as) {
        Kubeconfig kubeconfig = new TenantObjectFinder(client).kubeconfig(new TenantClusterClient(client).get(name));
        return as.map(other -> kubeconfig.extract(name.name(), other, other + "-admin"))
                .orElse(kubeconfig);
    }

    /** Prints the kubeconfig, or writes it to the file given with {@code --output}. */
    public void print(Kubeconfig kubeconfig) {
        String text = destination.format() == OutputFormat.JSON
                ? JsonTextWriter.pretty(kubeconfig.tree()) + "\n"
                : kubeconfig.toYaml();
        Optional<Path> file = destination.path().filter(path -> !path.toString().equals("-"));
        if (file.isEmpty()) {
            session.terminal().out().print(text);
        } else {
            destination.checkFree(List.of(file.get()));
            DestinationOptions.write(file.get().toAbsolutePath(), text);
        }
    }

    /**
     * Merges the kubeconfig into the user's file; other entries stay unchanged.
     *
     * @throws ButlerException if the file has a context of the same name for another server
     */
    public void merge(Kubeconfig kubeconfig, boolean setContext) {
        KubeconfigFile file = new KubeconfigFile(target());
        String context = kubeconfig.currentContext().orElseThrow();
        file.readIfPresent().ifPresent(present -> requireSameCluster(present, kubeconfig, context));
        boolean changed = file.splice(kubeconfig, setContext);
        if (!common.isQuiet()) {
            session.messages()
                    .print(
                            changed
                                    ? "Added context %s to %s. Use it with 'kubectl --context %s'."
                                            .formatted(context, file.path(), context)
                                    : "Context %s already exists in %s.".formatted(context, file.path()));
        }
    }

    /** Rejects a merge that would overwrite a context of the same name for another server. */
    private static void requireSameCluster(Kubeconfig present, Kubeconfig added, String context) {
        if (present.contexts().contains(context) && !present.server(context).equals(added.server(context))) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "Context %s already exists in your kubeconfig for another server: %s."
                            .formatted(context, present.server(context).orElse("none")),
                    "Use --as to add it under another name.");
        }
    }

    void undo() {
        new KubeconfigFile(target()).undo();
        if (!common.isQuiet()) {
            session.messages().print("Restored %s to its content before the last merge.".formatted(target()));
        }
    }

    /** The file kubectl would write to: the first one in KUBECONFIG, whether or not it exists. */
    private Path target() {
        return session.terminal().environment("KUBECONFIG").stream()
                .flatMap(list -> Stream.of(list.split(File.pathSeparator)))
                .filter(text -> !text.isBlank())
                .map(Path::of)
                .findFirst()
                .orElseGet(() -> UserDirectories.of(session.terminal()::environment)
                        .home()
                        .resolve(".kube/config"));
    }
}
