package dev.butlerlabs.ctl.team;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.identity.TeamSelection;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeconfigContext;
import dev.butlerlabs.core.kube.KubeconfigSearch;
import dev.butlerlabs.ctl.cluster.ManagementClusterContext;
import dev.butlerlabs.ctl.cluster.TeamConnectionOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Selects a team for further commands. */
@Command(
        name = "use",
        description = {
            "Select the team whose namespace further commands use on this server.",
            "--namespace, --team, BUTLER_NAMESPACE and BUTLER_TEAM take precedence."
        },
        footer = {"  butlerctl team use payments", "  butlerctl team use --clear"})
final class TeamUseCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "Name of the team; omit with --clear.")
    private String name;

    @Option(names = "--clear", description = "Forget the stored choice.")
    private boolean clear;

    TeamUseCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        if (clear == (name != null)) {
            throw new ButlerException(ErrorCode.USAGE, "Specify either NAME or --clear.");
        }
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            if (!clear) {
                require(new VisibleTeamsAction(session, connection, client));
            }
        }
        TeamSelection.of(session).choose(server(), Optional.ofNullable(name));
        if (!common.isQuiet()) {
            session.messages()
                    .print(clear ? "No team selected." : "Commands use namespace \"%s\" now.".formatted(name));
        }
    }

    private void require(VisibleTeamsAction teams) {
        if (teams.isKnownToBeAbsent(name)) {
            throw new ButlerException(
                    ErrorCode.NOT_FOUND,
                    "Team %s not found.".formatted(name),
                    "List the teams with 'butlerctl team list'.");
        }
        if (!teams.canListClusters(name)) {
            throw new ButlerException(
                    ErrorCode.FORBIDDEN,
                    "You are not permitted to list tenant clusters in namespace \"%s\".".formatted(name),
                    "Ask an administrator of the platform to add you to the team.");
        }
    }

    private String server() {
        return KubeconfigContext.find(
                        connection.kubeconfig(),
                        connection.context(),
                        KubeconfigSearch.in(session.terminal()::environment))
                .orElseThrow(() -> new ButlerException(ErrorCode.NO_KUBECONFIG, "The kubeconfig selects no server."))
                .server();
    }
}
