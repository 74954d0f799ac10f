package dev.butlerlabs.adm.talos;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.talos.client.MachineStatus;
import dev.butlerlabs.core.talos.client.TalosClient;
import dev.butlerlabs.core.talos.client.TalosNodeVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows the Talos version and stage of nodes. */
@Command(
        name = "version",
        description = "Show the Talos version and stage of nodes.",
        footer = {
            "  butleradm talos version --talosconfig talosconfig --nodes 10.0.0.5",
            "  butleradm talos version -o json"
        })
final class NodeVersionCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private MachinesOptions machines = new MachinesOptions();

    NodeVersionCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        TalosMachineConnections.Answered<Row> answered =
                machines.machines(session).all(client -> List.of(row(client)));
        output.printer(session, common).list(listing(), answered.rows());
        answered.failIfAnyFailed();
    }

    private static Row row(TalosClient client) {
        return new Row(client.node().toString(), client.version(), client.status());
    }

    private static TableLayout<Row> listing() {
        return TableLayout.of(
                List.of(
                        Column.of("node", Row::node),
                        Column.of("version", row -> row.version().tag()),
                        Column.of("platform", row -> row.version().platform()),
                        Column.of("stage", row -> row.status().stage().toString()),
                        Column.of("ready", row -> row.status().ready() ? "yes" : "no"),
                        Column.wide("architecture", row -> row.version().architecture()),
                        Column.wide(
                                "unmet", row -> String.join("; ", row.status().unmet()))),
                Row::node,
                Row::document);
    }

    private record Row(String node, TalosNodeVersion version, MachineStatus status) {
        Map<String, Object> document() {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("node", node);
            document.put("version", version.tag());
            document.put("platform", version.platform());
            document.put("architecture", version.architecture());
            document.put("stage", status.stage().toString());
            document.put("ready", status.ready());
            document.put("unmetConditions", status.unmet());
            return document;
        }
    }
}
