package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.tenant.change.TenantDocument;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what applying a file would change. */
@Command(
        name = "diff",
        description = {
            "Show what applying a file would change.",
            "Uses a server-side dry run and changes nothing.",
            "Exits with 0 if nothing would change, 1 otherwise."
        },
        footer = {"  butlerctl cluster diff -f clusters.yaml", "  butlerctl cluster diff -f clusters.yaml -o json"})
final class DiffCommand implements Callable<Integer> {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    @Option(
            names = {"-f", "--filename"},
            required = true,
            paramLabel = "FILE",
            description = "YAML file with one or more TenantClusters; use - for standard input.")
    private Path file;

    DiffCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        TenantInput input = new TenantInput(session, ManagementClusterContext.namespace(session, connection));
        List<TenantDocument> documents = input.fromFile(file);
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            return new DiffAction(session, common, output).show(client, documents) ? 1 : 0;
        }
    }
}
