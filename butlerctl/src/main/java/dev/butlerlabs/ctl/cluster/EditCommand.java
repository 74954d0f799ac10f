package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Edits a tenant cluster in an editor. */
@Command(
        name = "edit",
        description = {
            "Edit a tenant cluster in an editor: BUTLER_EDITOR, KUBE_EDITOR, EDITOR or vi.",
            "The result is validated before it is sent. If it is rejected, it stays in a file."
        },
        footer = {"  butlerctl cluster edit demo", "  butlerctl cluster edit demo --dry-run=server"})
final class EditCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    @Mixin
    private DryRunOptions dryRun = new DryRunOptions();

    @Parameters(
            paramLabel = "NAME",
            completionCandidates = ClusterNameCandidates.class,
            description = "Name of the tenant cluster.")
    private String name;

    EditCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            new EditAction(session, common, output, client)
                    .run(ManagementClusterContext.named(session, connection, name), dryRun.choice());
        }
    }
}
