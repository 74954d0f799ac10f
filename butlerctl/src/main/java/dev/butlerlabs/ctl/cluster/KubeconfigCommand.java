package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.DestinationOptions;
import dev.butlerlabs.core.kube.Kubeconfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints or merges the kubeconfig of a tenant cluster. */
@Command(
        name = "kubeconfig",
        description = {
            "Print the kubeconfig of a tenant cluster, or merge it into yours.",
            "A merge keeps all other entries. It keeps the current context unless --set-context is given."
        },
        footer = {
            "  butlerctl cluster kubeconfig demo > demo-kubeconfig",
            "  butlerctl cluster kubeconfig demo --merge --set-context",
            "  butlerctl cluster kubeconfig demo --undo"
        })
final class KubeconfigCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private DestinationOptions destination = new DestinationOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    @Parameters(
            paramLabel = "NAME",
            completionCandidates = ClusterNameCandidates.class,
            description = "Name of the tenant cluster.")
    private String name;

    @Option(names = "--as", paramLabel = "NAME", description = "Name to use instead of the cluster name.")
    private String as;

    @Option(names = "--merge", description = "Merge into the first file in KUBECONFIG, or ~/.kube/config.")
    private boolean merge;

    @Option(names = "--set-context", negatable = true, description = "With --merge, switch the current context to it.")
    private boolean setContext;

    @Option(names = "--undo", description = "Undo the last --merge. Fails if the file has changed since.")
    private boolean undo;

    KubeconfigCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        KubeconfigOutput handing = new KubeconfigOutput(session, common, destination);
        if (undo) {
            handing.undo();
            return;
        }
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            Kubeconfig kubeconfig = handing.read(
                    client, ManagementClusterContext.named(session, connection, name), Optional.ofNullable(as));
            if (merge) {
                handing.merge(kubeconfig, setContext);
            } else {
                handing.print(kubeconfig);
            }
        }
    }
}
