package dev.butlerlabs.adm.status;

import dev.butlerlabs.core.cli.BuildInfo;
import dev.butlerlabs.core.cli.output.JsonTextWriter;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import dev.butlerlabs.core.status.ClusterBundle;
import dev.butlerlabs.core.status.ClusterStatus;
import dev.butlerlabs.core.status.ClusterStatusDocument;
import dev.butlerlabs.core.version.VersionList;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Collects the support bundle of a cluster, with its status. */
final class SupportBundleAction {
    private static final Duration STATUS_LIMIT = Duration.ofSeconds(20);
    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(30);

    private final StatusTarget target;
    private final ProgressReporter progress;
    private final Clock clock;

    SupportBundleAction(StatusTarget target, ProgressReporter progress, Clock clock) {
        this.target = target;
        this.progress = progress;
        this.clock = clock;
    }

    /** @throws ButlerException if the cluster is not a management cluster, or the archive cannot be written */
    ClusterBundle.Result write(Path file) {
        Map<String, String> documents = new LinkedHashMap<>();
        documents.put("status.json", JsonTextWriter.pretty(ClusterStatusDocument.of(status())) + "\n");
        documents.put("versions.json", JsonTextWriter.pretty(versions()) + "\n");
        try (KubernetesClient client = target.connect(REQUEST_LIMIT)) {
            return new ClusterBundle(client, target.talosconfig(), progress, clock).write(file, documents);
        }
    }

    private ClusterStatus status() {
        ProgressStep step = progress.start("Status", "Reading the status");
        try (StatusAction action = new StatusAction(target, STATUS_LIMIT, clock)) {
            ClusterStatus status = action.read(pending -> step.waiting("waiting for " + String.join(", ", pending)));
            step.done(StatusText.summary(status));
            return status;
        } catch (ButlerException e) {
            step.failed(e.getMessage());
            throw e;
        }
    }

    private static Map<String, Object> versions() {
        Map<String, Object> versions = new LinkedHashMap<>();
        BuildInfo build = BuildInfo.load();
        versions.put("butleradm", build.version());
        versions.put("commit", build.commit());
        versions.put("versionList", VersionList.current().updated().toString());
        return versions;
    }
}
