package dev.butlerlabs.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.butlerlabs.core.addon.ManagementAddonReconciler;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.ManagementAddon;
import dev.butlerlabs.core.api.ManagementAddonSpecBuilder;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.reconcile.ReconcileOutcome.Stage;
import dev.butlerlabs.core.reconcile.ReconcilerHost;
import dev.butlerlabs.core.reconcile.ReconcilerHostOptions;
import dev.butlerlabs.core.testing.SteppedClock;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.OperatorException;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.ResourceAction;
import io.javaoperatorsdk.operator.processing.event.source.controller.ResourceEvent;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ReconcileMetricsTest {
    private final ReconcileMetrics metrics = new ReconcileMetrics();

    @Test
    void rendersEachMetricUnderItsDocumentedName() {
        metrics.ran("tenant-cluster", Stage.PROGRESSING, Duration.ofMillis(1500));
        metrics.ran("tenant-cluster", Stage.PROGRESSING, Duration.ofMillis(500));
        metrics.ran("tenant-cluster", Stage.READY, Duration.ofMillis(250));

        assertThat(metrics.text(true, new TreeMap<>(Map.of("machinerequests.butler.butlerlabs.dev", 2L)))
                        .lines())
                .contains(
                        "# TYPE butler_leading gauge",
                        "butler_leading 1.0",
                        "# TYPE butler_reconciles_total counter",
                        "butler_reconciles_total{reconciler=\"tenant-cluster\",stage=\"progressing\"} 2.0",
                        "butler_reconciles_total{reconciler=\"tenant-cluster\",stage=\"ready\"} 1.0",
                        "# TYPE butler_reconcile_seconds_total counter",
                        "butler_reconcile_seconds_total{reconciler=\"tenant-cluster\"} 2.25",
                        "# TYPE butler_undecodable_objects gauge",
                        "butler_undecodable_objects{resource=\"machinerequests.butler.butlerlabs.dev\"} 2.0")
                .anyMatch(line -> line.matches("butler_memory_bytes [1-9].*"));
    }

    @Test
    void rendersTheLastBackupOfEachSchedule() {
        metrics.backups().completed("default", Instant.ofEpochSecond(1_700_000_000), Duration.ofSeconds(12));
        metrics.backups().failed("default");

        assertThat(metrics.text(true, new TreeMap<>()).lines())
                .contains(
                        "# TYPE butler_backup_last_success_timestamp_seconds gauge",
                        "butler_backup_last_success_timestamp_seconds{schedule=\"default\"} 1.7E9",
                        "butler_backup_duration_seconds{schedule=\"default\"} 12.0",
                        "butler_backup_failures_total{schedule=\"default\"} 1.0");
    }

    @Test
    void schedulesThatAreNotReconciledAnyMoreDisappear() {
        SteppedClock clock = new SteppedClock();
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        ScheduledBackupMetrics backups = new ScheduledBackupMetrics(registry, clock);
        backups.completed("deleted", Instant.EPOCH, Duration.ZERO);
        clock.pass(Duration.ofMinutes(10).toSeconds());
        backups.completed("kept", Instant.EPOCH, Duration.ZERO);
        backups.refresh();
        assertThat(registry.scrape()).contains("schedule=\"deleted\"", "schedule=\"kept\"");
        clock.pass(Duration.ofMinutes(10).toSeconds());

        backups.refresh();
        assertThat(registry.scrape()).doesNotContain("schedule=\"deleted\"").contains("schedule=\"kept\"");
    }

    @Test
    void showsTheStateAtTheTimeOfTheRequest() {
        metrics.text(true, new TreeMap<>(Map.of("a", 1L, "b", 2L)));

        assertThat(metrics.text(false, new TreeMap<>(Map.of("b", 3L))))
                .contains("butler_leading 0.0", "{resource=\"b\"} 3.0")
                .doesNotContain("{resource=\"a\"}");
    }

    /** A leader that loses and regains its lease starts the reconcilers twice. */
    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    void countsResourcesOfTheCurrentStart() {
        try (EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                        .withDefinitions(
                                new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())));
                KubernetesClient client =
                        new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "test"))) {
            try (ReconcilerHost _ = start(client)) {
                assertThat(managementAddons()).isEqualTo("0.0");
            }
            client.resource(addon()).create();

            try (ReconcilerHost _ = start(client)) {
                await().untilAsserted(() -> assertThat(managementAddons()).isEqualTo("1.0"));
            }
        }
    }

    private ReconcilerHost start(KubernetesClient client) {
        return ReconcilerHost.start(
                client,
                List.of(new ManagementAddonReconciler(client, Duration.ofSeconds(5))),
                ReconcilerHostOptions.standard()
                        .withMetrics(() -> metrics.forNextStart(
                                List.of(new ManagementAddonReconciler(client, Duration.ofSeconds(5))))));
    }

    private String managementAddons() {
        String series = "custom_resources{controller_name=\"management-addon\"} ";
        return metrics.text(true, new TreeMap<>())
                .lines()
                .filter(line -> line.startsWith(series))
                .map(line -> line.substring(series.length()))
                .findFirst()
                .orElseThrow();
    }

    private static ManagementAddon addon() {
        ManagementAddon addon = new ManagementAddon();
        addon.setMetadata(new ObjectMetaBuilder().withName("demo").build());
        addon.setSpec(ManagementAddonSpecBuilder.builder().addon("cilium").build());
        return addon;
    }

    @Test
    void measuresTheHeldShards() {
        assertThat(metrics.text(true, new TreeMap<>())).doesNotContain("butler_shards_held");

        int held = Integer.parseInt("3");
        metrics.measureShards(() -> held);
        System.gc();

        assertThat(metrics.text(true, new TreeMap<>()).lines()).contains("butler_shards_held 3.0");
    }

    @Test
    void countsEventsWithAndWithoutAnAction() {
        Metrics sdk = metrics.forNextStart(List.of());
        Map<String, Object> metadata = Map.of("controller.name", "tenant-cluster");
        ResourceID id = new ResourceID("demo", "team-a");

        sdk.eventReceived(new ResourceEvent(ResourceAction.UPDATED, id, null), metadata);
        sdk.eventReceived(new Event(id), metadata);

        assertThat(metrics.text(true, new TreeMap<>()).lines())
                .contains(
                        "events_received_total{action=\"UPDATED\",controller_name=\"tenant-cluster\",event=\"ResourceEvent\"} 1.0",
                        "events_received_total{action=\"NONE\",controller_name=\"tenant-cluster\",event=\"Event\"} 1.0");
    }

    @Test
    void passesTheExceptionOfAReconcilerOnUnwrapped() {
        KubernetesClientException conflict = new KubernetesClientException("conflict", 409, null);
        Metrics wrapping = new Metrics() {
            @Override
            public <T> T timeControllerExecution(ControllerExecution<T> execution) {
                throw new OperatorException(conflict);
            }
        };

        assertThatThrownBy(() -> new OperatorMetrics(wrapping).timeControllerExecution(null))
                .isSameAs(conflict);
    }
}
