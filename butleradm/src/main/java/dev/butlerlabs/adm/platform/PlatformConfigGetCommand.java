package dev.butlerlabs.adm.platform;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.identity.PlatformConfigText;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.identity.change.PlatformConfigClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows the settings of the platform. */
@Command(
        name = "get",
        description = "Show the settings of the platform: the ButlerConfig named butler.",
        footer = {"  butleradm config get", "  butleradm config get -o yaml"})
public final class PlatformConfigGetCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    public PlatformConfigGetCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            ButlerConfig config = new PlatformConfigClient(client).get();
            if (output.format() == OutputFormat.TABLE) {
                PlatformConfigText.print(output.printer(session, common), config);
            } else {
                output.printer(session, common).one(PlatformConfigText.LISTING, config);
            }
        }
    }
}
