package dev.butlerlabs.adm.gitops;

import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.ConsentOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.WaitOptions;
import dev.butlerlabs.core.cli.gitops.FluxChangeTable;
import dev.butlerlabs.core.cli.gitops.GitOpsRemovalPrompt;
import dev.butlerlabs.core.cli.gitops.PruneOptions;
import dev.butlerlabs.core.gitops.FluxConnection;
import dev.butlerlabs.core.gitops.FluxObjectChange;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Disconnects Flux in the management cluster from its Git repository. */
@Command(
        name = "disable",
        description = {
            "Delete the objects that the enable command created.",
            "What Flux applied stays in the cluster; with --prune, Flux deletes it. Flux stays installed."
        },
        footer = {"  butleradm gitops disable", "  butleradm gitops disable --prune --yes"})
final class GitOpsDisableCommand implements Runnable {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private ConsentOptions consent = new ConsentOptions();

    @Mixin
    private WaitOptions wait = new WaitOptions();

    @Mixin
    private PruneOptions pruning = new PruneOptions();

    GitOpsDisableCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        boolean prune = pruning.isWanted();
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            FluxConnection flux = new FluxConnection(client);
            new GitOpsRemovalPrompt(session, consent).confirm("the management cluster", flux.status(), prune);
            List<FluxObjectChange> deleted = flux.disable(prune, wait.timeout().orElse(LIMIT));
            output.printer(session, common).list(FluxChangeTable.LISTING, deleted);
            if (!common.isQuiet()) {
                session.messages().print(GitOpsRemovalPrompt.result(deleted, prune));
            }
        }
    }
}
