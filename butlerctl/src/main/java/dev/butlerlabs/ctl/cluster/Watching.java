package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.cli.output.Json;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.Yaml;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.tenant.change.Goal;
import dev.butlerlabs.core.tenant.change.Standing;
import dev.butlerlabs.core.tenant.change.TenantClusters;
import dev.butlerlabs.core.tenant.change.TenantFacts;
import dev.butlerlabs.core.tenant.change.TenantWait;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Prints one line whenever the observed state of a tenant cluster changes. */
final class Watching {
    private final Session session;
    private final OutputFormat format;
    private Map<String, Object> last = Map.of();

    Watching(Session session, OutputFormat format) {
        this.session = session;
        this.format = format;
    }

    void run(KubernetesClient client, ObjectName name, Duration limit) {
        boolean leaving = new TenantClusters(client).get(name).getMetadata().getDeletionTimestamp() != null;
        Goal goal = leaving ? Goal.gone() : Goal.ready();
        new TenantWait(client, this::tellConnection)
                .await(
                        name,
                        new Goal(goal.what(), seen -> {
                            Standing standing = goal.standing().apply(seen);
                            show(seen, standing);
                            return standing;
                        }),
                        limit);
    }

    private void tellConnection(String sentence) {
        if (sentence.startsWith("the connection")) {
            session.messages().print(sentence);
        }
    }

    private synchronized void show(Optional<TenantCluster> seen, Standing standing) {
        Map<String, Object> now = new LinkedHashMap<>();
        now.put("phase", seen.map(TenantListing::phase).orElse("Gone"));
        now.put("workers", seen.map(TenantListing::workers).orElse("-"));
        now.put("version", seen.flatMap(TenantFacts::runningVersion).orElse("-"));
        now.put(
                "message",
                switch (standing) {
                    case Standing.Reached _ -> "";
                    case Standing.Waiting waiting -> waiting.reason();
                    case Standing.Failed failed -> failed.reason();
                });
        if (!now.equals(last)) {
            last = now;
            print(now);
        }
    }

    private void print(Map<String, Object> now) {
        String time = session.clock().instant().truncatedTo(ChronoUnit.SECONDS).toString();
        Map<String, Object> whole = new LinkedHashMap<>();
        whole.put("at", time);
        whole.putAll(now);
        session.terminal()
                .out()
                .print(
                        switch (format) {
                            case JSON -> Json.line(whole) + "\n";
                            case YAML -> "---\n" + Yaml.of(whole);
                            case NAME -> now.get("phase") + "\n";
                            case TABLE, WIDE ->
                                "%s  %-12s  %5s  %-9s  %s%n"
                                                .formatted(
                                                        time,
                                                        now.get("phase"),
                                                        now.get("workers"),
                                                        now.get("version"),
                                                        now.get("message"))
                                                .stripTrailing()
                                        + "\n";
                        });
        session.terminal().out().flush();
    }
}
