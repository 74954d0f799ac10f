package dev.butlerlabs.adm.backup;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.backup.content.TenantContent;
import dev.butlerlabs.core.backup.restore.TenantContentRestorer;
import dev.butlerlabs.core.backup.tenant.TenantAccess;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Restores the content of tenant clusters, one after the other. A failure of one does not prevent the others. */
final class TenantsRestoreAction {
    private static final KubeConnector CONNECTOR =
            new KubeConnector("butleradm", Duration.ofSeconds(10), Duration.ofSeconds(60));

    private final KubernetesClient management;
    private final ProgressReporter progress;

    TenantsRestoreAction(KubernetesClient management, ProgressReporter progress) {
        this.management = management;
        this.progress = progress;
    }

    /**
     * The result for all tenant clusters.
     *
     * @param restored number of objects that were created, by tenant cluster
     * @param failed why tenant clusters were not restored
     */
    record Result(Map<String, Integer> restored, Map<String, String> failed, List<String> warnings) {
        /** @throws ButlerException if a tenant cluster was not restored */
        void requireComplete() {
            if (!failed.isEmpty()) {
                throw new ButlerException(
                        ErrorCode.OPERATION_FAILED,
                        "%s not restored:".formatted(CountFormatter.are(failed.size(), "tenant cluster")),
                        "Fix the problems above and rerun the command: restored objects are skipped.",
                        failed.entrySet().stream()
                                .map(entry -> new InputProblem(entry.getKey(), entry.getValue()))
                                .toList(),
                        null);
            }
        }
    }

    Result restore(BackupReader backup, List<TenantContent> contents, boolean forces) {
        Map<String, Integer> restored = new TreeMap<>();
        Map<String, String> failed = new TreeMap<>();
        List<String> warnings = new ArrayList<>();
        for (TenantContent content : contents) {
            String name = content.tenant().toString();
            ProgressStep step = progress.start(name, "Restoring tenant cluster " + name);
            try {
                TenantContentRestorer.Result result = restore(backup, content, forces);
                restored.put(name, result.objects());
                result.warnings().forEach(warning -> warnings.add(name + ": " + warning));
                step.done("%s created, %d unchanged"
                        .formatted(CountFormatter.of(result.objects(), "object"), result.unchanged()));
            } catch (ButlerException e) {
                step.failed(e.getMessage());
                if (e.kind() == ErrorKind.CANCELLED) {
                    throw e;
                }
                failed.put(name, text(e));
            }
        }
        return new Result(restored, failed, warnings);
    }

    private TenantContentRestorer.Result restore(BackupReader backup, TenantContent content, boolean forces) {
        TenantCluster cluster = new TenantClusterClient(management).get(content.tenant());
        try (KubernetesClient tenant =
                TenantAccess.ofAdministrator(management, CONNECTOR).connect(cluster)) {
            return new TenantContentRestorer(
                            tenant,
                            backup,
                            content,
                            new TenantContentRestorer.Settings(forces, true),
                            new ProgressReporter(Progress.unseen(), Clock.systemUTC()))
                    .restore();
        }
    }

    private static String text(ButlerException e) {
        String problems = e.problems().stream().map(InputProblem::toString).collect(Collectors.joining("; "));
        return problems.isEmpty() ? e.getMessage() : e.getMessage() + " " + problems;
    }
}
