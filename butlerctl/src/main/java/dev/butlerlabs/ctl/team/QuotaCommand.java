package dev.butlerlabs.ctl.team;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.Terminal;
import dev.butlerlabs.core.cli.identity.QuotaText;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.identity.access.ClusterLimitReader;
import dev.butlerlabs.core.identity.change.TeamQuotaReport.Row;
import dev.butlerlabs.ctl.cluster.ManagementClusterContext;
import dev.butlerlabs.ctl.cluster.TeamConnectionOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows the limits of a team and their usage. */
@Command(
        name = "quota",
        description = {
            "Show the limits of a team and how much of them its clusters use.",
            "Members who are not permitted to read the team see the limit of clusters."
        },
        footer = {"  butlerctl quota", "  butlerctl quota --team payments -o json"})
public final class QuotaCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    public QuotaCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            String team = ManagementClusterContext.namespace(session, connection);
            List<Row> rows = new ClusterLimitReader(client)
                    .rows(team)
                    .orElseThrow(() -> new ButlerException(
                            ErrorCode.NOT_FOUND,
                            "No limits found for team %s.".formatted(team),
                            "Select another team with --team, or list the teams with 'butlerctl team list'."));
            print(team, rows);
        }
    }

    private void print(String team, List<Row> rows) {
        OutputPrinter printer = output.printer(session, common);
        switch (output.format()) {
            case JSON, YAML, TEMPLATE -> printer.document(QuotaText.document(team, team, rows));
            case NAME -> rows.forEach(row -> printer.out().println(row.resource()));
            case TABLE, WIDE ->
                printer.list(
                        new TableLayout<>(
                                QuotaText.columns(session.terminal().isInteractive(Terminal.Stream.OUT)),
                                Row::resource,
                                _ -> Map.of(),
                                (_, _) -> 0,
                                Map.of()),
                        rows);
        }
    }
}
