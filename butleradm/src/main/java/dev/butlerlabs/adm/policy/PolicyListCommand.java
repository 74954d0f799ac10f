package dev.butlerlabs.adm.policy;

import dev.butlerlabs.core.api.ClusterCreationPolicy;
import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.identity.PolicyTable;
import dev.butlerlabs.core.cli.resource.ResourceKind;
import dev.butlerlabs.core.cli.resource.ResourceView;
import dev.butlerlabs.core.cli.resource.ResourceViewOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists ClusterCreationPolicies. */
@Command(
        name = "list",
        aliases = "ls",
        description = "List the policies for the creation of tenant clusters.",
        footer = {"  butleradm policy list", "  butleradm policy list -o yaml"})
final class PolicyListCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private ResourceViewOptions view = new ResourceViewOptions();

    PolicyListCommand(CommandContext session) {
        this.session = session;
    }

    /** Not a constant, because commands are instantiated to print help. */
    static ResourceKind<ClusterCreationPolicy> kind() {
        return new ResourceKind<>(ClusterCreationPolicy.class, "policies", "", PolicyTable::at);
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            new ResourceView<>(session, common, output, view, client, kind()).list(Optional.empty());
        }
    }
}
