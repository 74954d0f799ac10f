package dev.butlerlabs.ctl.gitops;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConsentOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.WaitOptions;
import dev.butlerlabs.core.cli.gitops.FluxChangeTable;
import dev.butlerlabs.core.cli.gitops.GitOpsRemovalPrompt;
import dev.butlerlabs.core.cli.gitops.PruneOptions;
import dev.butlerlabs.core.gitops.FluxConnection;
import dev.butlerlabs.core.gitops.FluxObjectChange;
import dev.butlerlabs.core.gitops.GitOpsStatus;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.tenant.change.TenantGitOpsClient;
import dev.butlerlabs.ctl.access.TenantConnection;
import dev.butlerlabs.ctl.cluster.ClusterNameCandidates;
import dev.butlerlabs.ctl.cluster.ManagementClusterContext;
import dev.butlerlabs.ctl.cluster.TeamConnectionOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Removes the Git repository of a tenant cluster. */
@Command(
        name = "disable",
        description = {
            "Remove the Git repository of a tenant cluster and delete its Flux objects.",
            "What Flux applied stays in the cluster; with --prune, Flux deletes it. Flux stays installed."
        },
        footer = {"  butlerctl cluster gitops disable demo", "  butlerctl cluster gitops disable demo --prune --yes"})
final class TenantGitOpsDisableCommand implements Runnable {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    @Mixin
    private ConsentOptions consent = new ConsentOptions();

    @Mixin
    private WaitOptions wait = new WaitOptions();

    @Parameters(
            paramLabel = "CLUSTER",
            completionCandidates = ClusterNameCandidates.class,
            description = "Name of the tenant cluster.")
    private String cluster;

    @Mixin
    private PruneOptions pruning = new PruneOptions();

    TenantGitOpsDisableCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        boolean prune = pruning.isWanted();
        ObjectName name = ManagementClusterContext.named(session, connection, cluster);
        Duration limit = wait.timeout().orElse(LIMIT);
        try (TenantConnection found = TenantConnection.open(session, connection, cluster)) {
            FluxConnection flux = new FluxConnection(found.tenant());
            GitOpsStatus before = flux.status();
            new GitOpsRemovalPrompt(session, consent).confirm("TenantCluster " + name, before, prune);
            TenantGitOpsClient clusters = new TenantGitOpsClient(found.management());
            // The controllers delete the objects too, once the field is gone. What they find decides on pruning.
            clusters.setPrune(name, prune, limit);
            flux.prepareRemoval(prune);
            Optional<ObjectName> secret = clusters.disable(name);
            flux.disable(prune, limit);
            print(before.deletedSince(flux.status()), secret);
        }
    }

    private void print(List<FluxObjectChange> receipt, Optional<ObjectName> secret) {
        output.printer(session, common).list(FluxChangeTable.LISTING, receipt);
        if (!common.isQuiet()) {
            secret.ifPresent(
                    name -> session.messages().print("Secret %s in the management cluster deleted.".formatted(name)));
            session.messages().print(GitOpsRemovalPrompt.result(receipt, pruning.isWanted()));
        }
    }
}
