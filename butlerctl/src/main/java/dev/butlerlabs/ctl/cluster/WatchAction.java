package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.output.JsonTextWriter;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.cli.output.YamlTextWriter;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import dev.butlerlabs.core.tenant.change.TenantSummary;
import dev.butlerlabs.core.tenant.change.TenantWaitGoal;
import dev.butlerlabs.core.tenant.change.TenantWaitProgress;
import dev.butlerlabs.core.tenant.change.TenantWaiter;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Prints one line whenever the observed state of a tenant cluster changes. */
final class WatchAction {
    private final CommandContext session;
    private final OutputPrinter printer;
    private Map<String, Object> last = Map.of();

    WatchAction(CommandContext session, OutputPrinter printer) {
        this.session = session;
        this.printer = printer;
    }

    void run(KubernetesClient client, ObjectName name, Duration limit) {
        boolean leaving =
                new TenantClusterClient(client).get(name).getMetadata().getDeletionTimestamp() != null;
        TenantWaitGoal goal = leaving ? TenantWaitGoal.gone() : TenantWaitGoal.ready();
        new TenantWaiter(client, connectionMessages())
                .await(
                        name,
                        new TenantWaitGoal(goal.what(), seen -> {
                            TenantWaitProgress standing = goal.standing().apply(seen);
                            show(seen, standing);
                            return standing;
                        }),
                        limit);
    }

    /** Prints changes of the connection. The reasons for waiting are in the printed lines. */
    private TenantWaiter.Listener connectionMessages() {
        return new TenantWaiter.Listener() {
            @Override
            public void waiting(String reason) {}

            @Override
            public void connectionChanged(String message) {
                session.messages().print(message);
            }
        };
    }

    private synchronized void show(Optional<TenantCluster> seen, TenantWaitProgress standing) {
        Map<String, Object> now = new LinkedHashMap<>();
        now.put("phase", seen.map(TenantTable::phase).orElse("Gone"));
        now.put("workers", seen.map(TenantTable::workers).orElse("-"));
        now.put("version", seen.flatMap(TenantSummary::runningVersion).orElse("-"));
        now.put(
                "message",
                switch (standing) {
                    case TenantWaitProgress.Reached _ -> "";
                    case TenantWaitProgress.Waiting waiting -> waiting.reason();
                    case TenantWaitProgress.Failed failed -> failed.reason();
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
        switch (printer.format()) {
            case JSON -> printer.out().println(JsonTextWriter.line(whole));
            case YAML -> printer.out().print("---\n" + YamlTextWriter.of(whole));
            case TEMPLATE -> {
                printer.document(whole);
                printer.out().println();
            }
            case NAME -> printer.out().println(now.get("phase"));
            case TABLE, WIDE ->
                printer.out()
                        .println("%s  %-12s  %5s  %-9s  %s"
                                .formatted(
                                        time,
                                        now.get("phase"),
                                        now.get("workers"),
                                        now.get("version"),
                                        now.get("message"))
                                .stripTrailing());
        }
        printer.out().flush();
    }
}
