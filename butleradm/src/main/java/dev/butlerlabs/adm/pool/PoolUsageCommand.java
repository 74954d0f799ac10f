package dev.butlerlabs.adm.pool;

import dev.butlerlabs.adm.management.ManagementClusterConnection;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.ipam.NetworkPoolClient;
import dev.butlerlabs.core.ipam.PoolUsage;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.PrintStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the usage of a pool. */
@Command(
        name = "usage",
        description = "Show the usage of a pool as a map, with its largest free ranges.",
        footer = {"  butleradm pool usage lab-pool", "  butleradm pool usage lab-pool --svg > lab-pool.svg"})
final class PoolUsageCommand implements Runnable {
    private final CommandContext session;

    @SuppressWarnings("unused") // set by picocli
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(paramLabel = "NAME", description = "Name of the NetworkPool.")
    private String name;

    @Option(names = "--svg", description = "Print an SVG image instead of text.")
    private boolean svg;

    PoolUsageCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterConnection.connect(session, connection)) {
            PoolUsage usage = new NetworkPoolClient(client).usage(ManagementClusterConnection.named(connection, name));
            PrintStream out = session.terminal().out();
            if (svg) {
                out.print(PoolUsageSvg.of(usage));
            } else {
                PoolText.lines(usage).forEach(out::println);
            }
        }
    }
}
