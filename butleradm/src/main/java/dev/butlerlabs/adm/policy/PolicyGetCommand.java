package dev.butlerlabs.adm.policy;

import dev.butlerlabs.core.api.ClusterCreationPolicy;
import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.resource.ResourceView;
import dev.butlerlabs.core.cli.resource.ResourceViewOptions;
import dev.butlerlabs.core.identity.change.ClusterScopedRepository;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows policies as a table. */
@Command(
        name = "get",
        description = "Show policies as a table.",
        footer = {
            "  butleradm policy get production",
            "  butleradm policy get -w",
            "  butleradm policy get production -o yaml"
        })
final class PolicyGetCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private ResourceViewOptions view = new ResourceViewOptions();

    @Parameters(
            arity = "0..*",
            paramLabel = "NAME",
            completionCandidates = PolicyCandidates.class,
            description = "Names of the objects (default: all).")
    private List<String> names = new ArrayList<>();

    PolicyGetCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            new ResourceView<>(session, common, output, view, client, PolicyListCommand.kind())
                    .get(
                            Optional.empty(),
                            names,
                            new ClusterScopedRepository<>(
                                    client,
                                    ClusterCreationPolicy.class,
                                    "List the policies with 'butleradm policy list'.")::get);
        }
    }
}
