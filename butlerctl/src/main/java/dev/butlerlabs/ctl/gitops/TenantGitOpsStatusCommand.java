package dev.butlerlabs.ctl.gitops;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.gitops.GitOpsStatusAction;
import dev.butlerlabs.core.tenant.change.TenantGitOpsClient;
import dev.butlerlabs.ctl.access.TenantConnection;
import dev.butlerlabs.ctl.cluster.ClusterNameCandidates;
import dev.butlerlabs.ctl.cluster.TeamConnectionOptions;
import io.fabric8.kubernetes.api.model.Condition;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the state of GitOps of a tenant cluster. */
@Command(
        name = "status",
        description = {
            "Show whether Flux applies the repository of a tenant cluster, and differences to a checkout.",
            "With --directory, compares with a server-side dry run and changes nothing. Exits with 1 if there are differences."
        },
        footer = {
            "  butlerctl cluster gitops status demo",
            "  butlerctl cluster gitops status demo --directory checkout -o json"
        })
final class TenantGitOpsStatusCommand implements Callable<Integer> {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    @Parameters(
            paramLabel = "CLUSTER",
            completionCandidates = ClusterNameCandidates.class,
            description = "Name of the tenant cluster.")
    private String cluster;

    @Option(
            names = "--directory",
            paramLabel = "DIRECTORY",
            description = "Root of a checkout of the repository to compare with.")
    private Path directory;

    TenantGitOpsStatusCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        try (TenantConnection found = TenantConnection.open(session, connection, cluster)) {
            int code = new GitOpsStatusAction(found.tenant(), output.printer(session, common))
                    .show(Optional.ofNullable(directory));
            unready(found.cluster())
                    .filter(_ -> !common.isQuiet())
                    .ifPresent(condition -> session.messages()
                            .print("The controllers report %s: %s"
                                    .formatted(condition.getReason(), condition.getMessage())));
            return code;
        }
    }

    /** Returns the condition of the controllers unless all is well: they report what the tenant cluster cannot show. */
    private static Optional<Condition> unready(TenantCluster cluster) {
        return TenantGitOpsClient.condition(cluster).filter(condition -> !"True".equals(condition.getStatus()));
    }
}
