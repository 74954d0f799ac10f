package dev.butlerlabs.adm.backup;

import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.backup.restore.ObjectRestorer;
import dev.butlerlabs.core.backup.storage.BackupStorage;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.ConsentOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.backup.BackupKeyOptions;
import dev.butlerlabs.core.cli.backup.BackupStorageOptions;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.progress.ProgressReporter;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Restores the objects of a backup into another cluster. */
@Command(
        name = "restore",
        description = {
            "Restore the objects of a backup into another cluster, with new uids and their status. Tenant clusters stay paused until --unpause.",
            "Changes nothing if an object exists with other content. If interrupted, rerun the command to resume.",
            "Stop the controllers of the old cluster first, so that only one cluster manages the machines."
        },
        footer = {
            "  butleradm restore --objects demo.butler-backup --kubeconfig new",
            "  butleradm restore --objects demo.butler-backup --kubeconfig new --unpause"
        })
public final class RestoreCommand implements Runnable {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration REQUEST = Duration.ofSeconds(60);

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Parameters(paramLabel = "BACKUP", description = "Path or s3:// URL of the backup.")
    private String location = "";

    @SuppressWarnings("unused") // required, so that other kinds of restores can be added
    @Option(names = "--objects", required = true, description = "Restore objects and Secrets, not etcd.")
    private boolean objects;

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Option(names = "--unpause", description = "Resume the restored tenant clusters at the end.")
    private boolean unpauses;

    @Mixin
    private BackupKeyOptions keys = new BackupKeyOptions();

    @Mixin
    private BackupStorageOptions storages = new BackupStorageOptions();

    @Mixin
    private ConsentOptions consent = new ConsentOptions();

    public RestoreCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        Path kubeconfig = connection
                .kubeconfig()
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.USAGE,
                        "Missing option --kubeconfig: the cluster to restore into.",
                        "Pass --kubeconfig FILE."));
        if (!Files.isRegularFile(kubeconfig)) {
            throw new ButlerException(ErrorCode.UNREADABLE_FILE, "Kubeconfig %s does not exist.".formatted(kubeconfig));
        }
        try (BackupStorage.LocalCopy copy = storages.open(session, location);
                BackupReader backup = BackupReader.open(copy.file(), keys.key(session, false));
                KubernetesClient client = new KubeConnector("butleradm", CONNECT, REQUEST)
                        .connect(List.of(kubeconfig), connection.context())) {
            consent.prompts(session)
                    .confirm("Restore %s of cluster %s into %s?"
                            .formatted(
                                    CountFormatter.of(backup.manifest().objects(), "object"),
                                    backup.manifest().cluster(),
                                    client.getMasterUrl()));
            ObjectRestorer.Result result;
            try (ProgressDisplay display = common.progress(session, output.format())) {
                result = new ObjectRestorer(client, backup, unpauses, new ProgressReporter(display, session.clock()))
                        .restore();
            }
            print(client.getMasterUrl().toString(), result);
        }
    }

    private void print(String server, ObjectRestorer.Result result) {
        result.warnings().forEach(warning -> session.messages().print("warning: " + warning));
        int count =
                result.counts().values().stream().mapToInt(Integer::intValue).sum();
        if (output.format() == OutputFormat.JSON || output.format() == OutputFormat.YAML) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("backup", location);
            document.put("server", server);
            document.put("objects", new TreeMap<>(result.counts()));
            document.put("unpaused", result.isUnpaused());
            document.put("warnings", result.warnings());
            output.printer(session, common).document(document);
            return;
        }
        session.terminal().out().println("%s restored into %s.".formatted(CountFormatter.of(count, "object"), server));
        if (!result.isUnpaused() && !common.isQuiet()) {
            session.messages()
                    .print("Tenant clusters are paused. Check them, then run the same command with --unpause.");
        }
    }
}
