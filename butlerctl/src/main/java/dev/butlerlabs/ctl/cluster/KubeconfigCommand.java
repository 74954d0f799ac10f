package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.DestinationOptions;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.kube.Kubeconfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Hands out the kubeconfig of a cluster. */
@Command(
        name = "kubeconfig",
        description = {
            "Print the kubeconfig of a tenant cluster, or add it to yours.",
            "Adding keeps every other entry as it is and the current context too, unless --set-context is given."
        },
        footer = {
            "  butlerctl cluster kubeconfig demo > demo-kubeconfig",
            "  butlerctl cluster kubeconfig demo --merge --set-context",
            "  butlerctl cluster kubeconfig demo --undo"
        })
final class KubeconfigCommand implements Runnable {
    private final Session session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private DestinationOptions destination = new DestinationOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(
            paramLabel = "NAME",
            completionCandidates = ClusterNames.class,
            description = "Name of the tenant cluster.")
    private String name;

    @Option(names = "--as", paramLabel = "NAME", description = "Name to give it instead of its own.")
    private String as;

    @Option(names = "--merge", description = "Add it to the first file of KUBECONFIG, or to ~/.kube/config.")
    private boolean merge;

    @Option(names = "--set-context", negatable = true, description = "Make it the current context when it is added.")
    private boolean setContext;

    @Option(names = "--undo", description = "Take the last --merge back, unless the file was changed since.")
    private boolean undo;

    KubeconfigCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        HandingOut handing = new HandingOut(session, common, destination);
        if (undo) {
            handing.undo();
            return;
        }
        try (KubernetesClient client = ManagementCluster.connect(session, connection)) {
            Kubeconfig kubeconfig =
                    handing.read(client, ManagementCluster.named(session, connection, name), Optional.ofNullable(as));
            if (merge) {
                handing.merge(kubeconfig, setContext);
            } else {
                handing.print(kubeconfig);
            }
        }
    }
}
