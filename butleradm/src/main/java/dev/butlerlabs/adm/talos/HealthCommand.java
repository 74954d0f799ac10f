package dev.butlerlabs.adm.talos;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.WaitOptions;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.talos.client.HealthQuery;
import dev.butlerlabs.core.talos.client.TalosClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Waits until a cluster is healthy. */
@Command(
        name = "health",
        description = {
            "Wait until a cluster is healthy, up to 20 minutes.",
            "Connects to the first node, which checks all the others."
        },
        footer = {
            "  butleradm talos health --talosconfig talosconfig --nodes 10.0.0.5",
            "  butleradm talos health --timeout 1m -o json"
        })
final class HealthCommand implements Runnable {
    private static final Duration PATIENCE = Duration.ofMinutes(20);

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private MachinesOptions machines = new MachinesOptions();

    @Mixin
    private WaitOptions wait = new WaitOptions();

    HealthCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        List<String> heard = new ArrayList<>();
        try (TalosClient client = machines.machines(session).any()) {
            client.health(HealthQuery.within(wait.timeout().orElse(PATIENCE)), sentence -> hear(heard, sentence));
            print(client.node().toString(), heard);
        }
    }

    private void hear(List<String> heard, String sentence) {
        heard.add(sentence);
        if (!common.isQuiet()) {
            session.messages().print(sentence);
        }
    }

    private void print(String node, List<String> heard) {
        OutputPrinter printer = output.printer(session, common);
        if (printer.format().isDocument()) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("node", node);
            document.put("healthy", true);
            document.put("messages", heard);
            printer.document(document);
        } else {
            printer.out().println("Cluster of node %s is healthy.".formatted(node));
        }
    }
}
