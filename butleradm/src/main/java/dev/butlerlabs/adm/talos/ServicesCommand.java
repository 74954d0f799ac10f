package dev.butlerlabs.adm.talos;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.talos.client.NodeService;
import dev.butlerlabs.core.talos.client.TalosClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the services of nodes. */
@Command(
        name = "services",
        description = "List the services of nodes and their health.",
        footer = {
            "  butleradm talos services --talosconfig talosconfig --nodes 10.0.0.5",
            "  butleradm talos services -o yaml"
        })
final class ServicesCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private MachinesOptions machines = new MachinesOptions();

    ServicesCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        TalosMachineConnections.Answered<Row> answered =
                machines.machines(session).all(ServicesCommand::rows);
        output.printer(session, common).list(listing(), answered.rows());
        answered.failIfAnyFailed();
    }

    private static List<Row> rows(TalosClient client) {
        return client.services().stream()
                .map(service -> new Row(client.node().toString(), service))
                .toList();
    }

    private static TableLayout<Row> listing() {
        return TableLayout.of(
                List.of(
                        Column.of("node", Row::node),
                        Column.of("service", row -> row.service().id()),
                        Column.of("state", row -> row.service().state()),
                        Column.of("health", row -> row.service().health().toString()),
                        Column.of("last message", row -> row.service().message())),
                row -> row.node() + "/" + row.service().id(),
                Row::document);
    }

    private record Row(String node, NodeService service) {
        Map<String, Object> document() {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("node", node);
            document.put("service", service.id());
            document.put("state", service.state());
            document.put("health", service.health().name().toLowerCase(Locale.ROOT));
            document.put("message", service.message());
            return document;
        }
    }
}
