package dev.butlerlabs.ctl.backup;

import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.backup.content.TenantContent;
import dev.butlerlabs.core.backup.restore.SkipReason;
import dev.butlerlabs.core.backup.restore.TenantContentRestorer;
import dev.butlerlabs.core.backup.storage.BackupStorage;
import dev.butlerlabs.core.backup.tenant.TenantContentSelection;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConsentOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.WaitOptions;
import dev.butlerlabs.core.cli.backup.BackupKeyOptions;
import dev.butlerlabs.core.cli.backup.BackupStorageOptions;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.ctl.cluster.ManagementClusterContext;
import dev.butlerlabs.ctl.cluster.TeamConnectionOptions;
import dev.butlerlabs.ctl.cluster.TenantWaitAction;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Restores the content of a tenant cluster. */
@Command(
        name = "restore",
        description = {
            "Restore the objects of a backup into the same tenant cluster, or into another one. Creates the tenant cluster if it does not exist.",
            "Changes nothing if an object exists with other content. If interrupted, rerun the command to resume.",
            "Omits what nodes, controllers and Butler create themselves. Data of volumes is not restored."
        },
        footer = {
            "  butlerctl cluster restore demo.butler-backup --key-file key",
            "  butlerctl cluster restore demo.butler-backup demo2 --key-file key",
            "  butlerctl cluster restore platform.butler-backup --from payments/web"
        })
public final class ClusterRestoreCommand implements Runnable {
    private static final Duration LIMIT = Duration.ofMinutes(15);

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    @Parameters(
            index = "0",
            paramLabel = "BACKUP",
            description = "Path or s3:// URL of the backup, of a tenant cluster or of the management cluster.")
    private String location = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "NAME",
            description = "Tenant cluster to restore into (default: the one of the backup).")
    private Optional<String> name = Optional.empty();

    @Option(
            names = "--from",
            paramLabel = "TENANT",
            description = "Tenant cluster of the backup to restore, as NAMESPACE/NAME.")
    private Optional<String> from = Optional.empty();

    @Option(names = "--force", description = "Overwrite objects that exist with other content.")
    private boolean force;

    @Mixin
    private BackupKeyOptions keys = new BackupKeyOptions();

    @Mixin
    private BackupStorageOptions storages = new BackupStorageOptions();

    @Mixin
    private TenantAccessOptions access = new TenantAccessOptions();

    @Mixin
    private ConsentOptions consent = new ConsentOptions();

    @Mixin
    private WaitOptions wait = new WaitOptions();

    public ClusterRestoreCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (BackupStorage.LocalCopy copy = storages.open(session, location);
                BackupReader backup = BackupReader.open(copy.file(), keys.key(session, false));
                KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            TenantContent content = TenantContentSelection.of(backup, from);
            ObjectName target = target(content);
            TenantRestoreAction action = new TenantRestoreAction(
                    session,
                    client,
                    access.access(client),
                    new TenantWaitAction(
                            session, common, output.format(), wait.timeout().orElse(LIMIT)));
            boolean exists = action.exists(target);
            consent.prompts(session)
                    .confirm("Restore %s of tenant cluster %s into %s TenantCluster %s?"
                            .formatted(
                                    CountFormatter.of(content.objects(), "object"),
                                    content.tenant(),
                                    exists ? "existing" : "a new",
                                    target));
            TenantContentRestorer.Result result = action.restore(backup, content, target, force);
            print(content, target, !exists, result);
        }
    }

    private ObjectName target(TenantContent content) {
        boolean isMoved = name.isPresent()
                || connection.namespace().isPresent()
                || connection.team().isPresent();
        return isMoved
                ? ManagementClusterContext.named(session, connection, name.orElse(content.name()))
                : content.tenant();
    }

    private void print(TenantContent content, ObjectName target, boolean isNew, TenantContentRestorer.Result result) {
        result.warnings().forEach(warning -> session.messages().print("warning: " + warning));
        int skipped =
                result.skipped().values().stream().mapToInt(Integer::intValue).sum();
        if (output.format().isDocument()) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("backup", location);
            document.put("from", content.tenant().toString());
            document.put("into", target.toString());
            document.put("created", isNew);
            document.put("objects", new TreeMap<>(result.created()));
            document.put("unchanged", result.unchanged());
            Map<String, Object> reasons = new LinkedHashMap<>();
            sorted(result.skipped()).forEach((reason, count) -> reasons.put(reason.text(), count));
            document.put("omitted", reasons);
            document.put("warnings", result.warnings());
            output.printer(session, common).document(document);
            return;
        }
        session.terminal()
                .out()
                .println("%s restored into TenantCluster %s, %d unchanged, %d omitted."
                        .formatted(CountFormatter.of(result.objects(), "object"), target, result.unchanged(), skipped));
        if (!common.isQuiet()) {
            sorted(result.skipped())
                    .forEach((reason, count) ->
                            session.messages().print("Omitted: %d (%s)".formatted(count, reason.text())));
        }
    }

    private static Map<SkipReason, Integer> sorted(Map<SkipReason, Integer> skipped) {
        Map<SkipReason, Integer> sorted = new EnumMap<>(SkipReason.class);
        sorted.putAll(skipped);
        return sorted;
    }
}
