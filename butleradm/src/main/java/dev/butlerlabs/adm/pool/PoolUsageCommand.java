package dev.butlerlabs.adm.pool;

import dev.butlerlabs.adm.management.ClusterOptions;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.ipam.NetworkPools;
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
    private final Session session;

    @SuppressWarnings("unused") // set by picocli
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(paramLabel = "NAME", description = "Name of the NetworkPool.")
    private String name;

    @Option(names = "--svg", description = "Print an SVG image instead of text.")
    private boolean svg;

    PoolUsageCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterOptions.connect(session, connection)) {
            PoolUsage usage = new NetworkPools(client).usage(ClusterOptions.named(connection, name));
            PrintStream out = session.terminal().out();
            if (svg) {
                out.print(PoolPicture.of(usage));
            } else {
                PoolText.lines(usage).forEach(out::println);
            }
        }
    }
}
