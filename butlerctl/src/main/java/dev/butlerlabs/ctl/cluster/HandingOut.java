package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.DestinationOptions;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.cli.output.Json;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.UserDirectories;
import dev.butlerlabs.core.tenant.change.TenantClusters;
import dev.butlerlabs.core.tenant.change.TenantParts;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A kubeconfig on its way to whoever asked for it. */
public record HandingOut(Session session, CommonOptions common, DestinationOptions destination) {
    Kubeconfig read(KubernetesClient client, ObjectName name, Optional<String> as) {
        Kubeconfig kubeconfig = new TenantParts(client).kubeconfig(new TenantClusters(client).get(name));
        return as.map(other -> kubeconfig.extract(name.name(), other, other + "-admin"))
                .orElse(kubeconfig);
    }

    public void print(Kubeconfig kubeconfig) {
        String text =
                destination.format() == OutputFormat.JSON ? Json.pretty(kubeconfig.tree()) + "\n" : kubeconfig.toYaml();
        Optional<Path> file = destination.path().filter(path -> !path.toString().equals("-"));
        if (file.isEmpty()) {
            session.terminal().out().print(text);
        } else {
            destination.checkFree(List.of(file.get()));
            DestinationOptions.write(file.get().toAbsolutePath(), text);
        }
    }

    public void merge(Kubeconfig kubeconfig, boolean setContext) {
        KubeconfigFile file = new KubeconfigFile(target());
        String context = kubeconfig.currentContext().orElseThrow();
        file.readIfPresent().ifPresent(present -> requireSameCluster(present, kubeconfig, context));
        boolean changed = file.splice(kubeconfig, setContext);
        if (!common.isQuiet()) {
            session.messages()
                    .print(
                            changed
                                    ? "Context %s is in %s; use it with kubectl --context %s."
                                            .formatted(context, file.path(), context)
                                    : "Context %s is in %s already.".formatted(context, file.path()));
        }
    }

    /** A context of that name which leads elsewhere is somebody's own. */
    private static void requireSameCluster(Kubeconfig present, Kubeconfig added, String context) {
        if (present.contexts().contains(context) && !present.server(context).equals(added.server(context))) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "Your kubeconfig has a context %s that leads to another server, %s."
                            .formatted(context, present.server(context).orElse("none")),
                    "Add it under another name with --as.");
        }
    }

    void undo() {
        new KubeconfigFile(target()).undo();
        if (!common.isQuiet()) {
            session.messages().print("%s is as it was before the last merge.".formatted(target()));
        }
    }

    /** Where kubectl would write: the first file of the list, whether it exists or not. */
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
