package dev.butlerlabs.adm.backup;

import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.backup.restore.ObjectRestorer;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.ConsentOptions;
import dev.butlerlabs.core.cli.OutputOptions;
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

/**
 * Moves the objects of a backup into another cluster.
 *
 * @param unpauses whether to resume the tenant clusters at the end
 */
record ObjectRestoreAction(
        CommandContext session,
        CommonOptions common,
        OutputOptions output,
        ConnectionOptions connection,
        ConsentOptions consent,
        boolean unpauses) {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration REQUEST = Duration.ofSeconds(60);

    /**
     * Returns the kubeconfig of the target.
     *
     * @throws ButlerException if it was not given or does not exist
     */
    Path kubeconfig() {
        Path kubeconfig = connection
                .kubeconfig()
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.USAGE,
                        "Missing option --kubeconfig: the cluster to restore into.",
                        "Pass --kubeconfig FILE."));
        if (!Files.isRegularFile(kubeconfig)) {
            throw new ButlerException(ErrorCode.UNREADABLE_FILE, "Kubeconfig %s does not exist.".formatted(kubeconfig));
        }
        return kubeconfig;
    }

    /** @param location where the backup is, for the output */
    void restore(BackupReader backup, String location) {
        try (KubernetesClient client =
                new KubeConnector("butleradm", CONNECT, REQUEST).connect(List.of(kubeconfig()), connection.context())) {
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
            print(location, client.getMasterUrl().toString(), result);
        }
    }

    private void print(String location, String server, ObjectRestorer.Result result) {
        result.warnings().forEach(warning -> session.messages().print("warning: " + warning));
        int count =
                result.counts().values().stream().mapToInt(Integer::intValue).sum();
        if (output.format().isDocument()) {
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
