package dev.butlerlabs.adm.provider;

import dev.butlerlabs.adm.management.ManagementClusterConnection;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.machine.ProviderConfigClient;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.provider.ProviderSectionValues;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates a ProviderConfig and the Secret with its credentials. */
@Command(
        name = "create",
        description = {
            "Create a ProviderConfig and a Secret with its credentials.",
            "The Secret is deleted with the ProviderConfig.",
            "The keys are those of the provider's section in a bootstrap file. Do not pass secrets on the command "
                    + "line: refer to an environment variable as in that file, or use file:PATH, or - for standard input."
        },
        footer = {
            "  butleradm provider create rack-one --provider nutanix -f nutanix.yaml",
            "  butleradm provider create rack-two --provider nutanix -f - < nutanix.yaml"
        })
final class ProviderCreateCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(paramLabel = "NAME", description = "Name of the ProviderConfig.")
    private String name;

    @Option(
            names = "--provider",
            required = true,
            paramLabel = "PROVIDER",
            description = "Provider type, such as harvester, nutanix, aws or gcp.")
    private String provider;

    @Option(
            names = {"-f", "--file", "--filename"},
            paramLabel = "FILE",
            description = "YAML file with the keys of the provider's section; use - for standard input.")
    private Path file;

    @Option(
            names = "--set",
            paramLabel = "SETTING",
            description = "Key of the provider's section as KEY=VALUE; repeat a key to create a list.")
    private List<String> assignments = new ArrayList<>();

    ProviderCreateCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        InfrastructureProvider kind = ProviderRegistry.load().require(provider);
        ProviderSectionValues setup =
                new ProviderSectionInput(session, Optional.ofNullable(file), assignments).read(kind);
        try (KubernetesClient client = ManagementClusterConnection.connect(session, connection)) {
            ProviderConfig made = new ProviderConfigClient(client)
                    .create(ManagementClusterConnection.named(connection, name), provider, setup);
            output.printer(session, common).one(ProviderTable.at(session.clock().instant()), made);
            if (!common.isQuiet()) {
                session.messages().print("Run 'butleradm provider validate %s' to check it.".formatted(name));
            }
        }
    }
}
