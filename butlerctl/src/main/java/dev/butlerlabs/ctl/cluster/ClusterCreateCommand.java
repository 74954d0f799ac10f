package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.AwaitOptions;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.tenant.change.TenantDocument;
import dev.butlerlabs.core.tenant.change.TenantVersionRules;
import dev.butlerlabs.core.version.VersionList;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Creates tenant clusters. */
@Command(
        name = "create",
        description = {
            "Create a tenant cluster from flags, or several from a file.",
            "With -f, applies the file: existing clusters are updated to match it."
        },
        footer = {
            "  butlerctl cluster create demo --workers 3 --wait",
            "  butlerctl cluster create demo --provider rack-one --lb-pool 192.0.2.10",
            "  butlerctl cluster create demo --memory 16Gi --dry-run",
            "  butlerctl cluster create -f clusters.yaml --dry-run=server"
        })
final class ClusterCreateCommand implements Runnable {
    private static final Duration LIMIT = Duration.ofMinutes(15);

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    @Mixin
    private AwaitOptions await = new AwaitOptions();

    @Mixin
    private DryRunOptions dryRun = new DryRunOptions();

    @SuppressWarnings("unused") // its options are read from the parse result
    @Mixin
    private TenantClusterOptions tenant = new TenantClusterOptions();

    @SuppressWarnings("unused") // its options are read from the parse result
    @Mixin
    private ComponentOptions components = new ComponentOptions();

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "Name of the tenant cluster; omit with -f.")
    private String name;

    @Option(
            names = {"-f", "--filename"},
            paramLabel = "FILE",
            description = "YAML file with one or more TenantClusters; use - for standard input.")
    private Path file;

    @Spec
    private CommandSpec spec;

    ClusterCreateCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        Map<String, String> flags =
                TenantClusterOptions.typed(spec.commandLine().getParseResult());
        TenantInput input = new TenantInput(session, ManagementClusterContext.namespace(session, connection));
        List<TenantDocument> documents = input.read(Optional.ofNullable(name), Optional.ofNullable(file), flags);
        warn(documents);
        CreateAction creation = new CreateAction(session, common, output);
        if (dryRun.choice() == DryRunMode.CLIENT) {
            creation.show(documents);
        } else {
            try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
                creation.make(client, documents, file == null, dryRun.isServer(), wait(dryRun.isServer()));
            }
        }
    }

    private void warn(List<TenantDocument> documents) {
        TenantVersionRules versions = new TenantVersionRules(VersionList.current());
        LocalDate today = LocalDate.ofInstant(session.clock().instant(), ZoneOffset.UTC);
        documents.stream()
                .flatMap(document -> versions.warnings(document, today))
                .distinct()
                .forEach(sentence -> session.messages().print("warning: " + sentence));
    }

    private Optional<TenantWaitAction> wait(boolean isDryRun) {
        return await.isWanted(false) && !isDryRun
                ? Optional.of(new TenantWaitAction(session, common, output.format(), await.limit(LIMIT)))
                : Optional.empty();
    }
}
