package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.DestinationOptions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Exports tenant clusters as manifests. */
@Command(
        name = "export",
        description = {
            "Export tenant clusters as manifests.",
            "Applying them again changes nothing: server defaults, managed metadata and the status are omitted."
        },
        footer = {
            "  butlerctl cluster export demo > demo.yaml",
            "  butlerctl cluster export demo --as copy -o copy.yaml",
            "  butlerctl cluster export --all -o clusters/"
        })
final class ExportCommand implements Runnable {
    private final CommandContext session;

    @SuppressWarnings("unused") // set by picocli
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private DestinationOptions destination = new DestinationOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    @Parameters(
            arity = "0..1",
            paramLabel = "NAME",
            completionCandidates = ClusterNameCandidates.class,
            description = "Name of the tenant cluster; omit with --all.")
    private String name;

    @Option(names = "--as", paramLabel = "NAME", description = "Name to use instead of the cluster name.")
    private String as;

    @Option(names = "--all", description = "Export all clusters in the namespace, or in all namespaces with -A.")
    private boolean all;

    @Option(names = "--include-status", description = "Include the status.")
    private boolean status;

    ExportCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        requireOneOrAll();
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            ExportAction exporting = new ExportAction(session, destination, status);
            if (all || connection.allNamespaces()) {
                exporting.all(client, ManagementClusterContext.scope(session, connection));
            } else {
                exporting.one(
                        client, ManagementClusterContext.named(session, connection, name), Optional.ofNullable(as));
            }
        }
    }

    private void requireOneOrAll() {
        boolean several = all || connection.allNamespaces();
        if (several == (name != null)) {
            throw new ButlerException(ErrorCode.USAGE, "Specify either a cluster name or --all.");
        }
        if (several && as != null) {
            throw new ButlerException(ErrorCode.USAGE, "--as cannot be used with --all.");
        }
        NameFlagValidator.check("--as", Optional.ofNullable(as));
    }
}
