package dev.butlerlabs.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.butlerlabs.core.embedded.RequestInterceptor.Visit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScaleFiguresTest {
    @Test
    void namesRequestsByVerbAndResource() {
        assertThat(RequestCounts.request("GET", "/api/v1/namespaces/a/secrets/b?x=1"))
                .isEqualTo("get secrets");
        assertThat(RequestCounts.request("GET", "/api/v1/namespaces/a")).isEqualTo("get namespaces");
        assertThat(RequestCounts.request("PATCH", "/apis/g.example/v1/namespaces/a/widgets/b/status?force=true"))
                .isEqualTo("patch widgets/status");
        assertThat(RequestCounts.request("GET", "/apis/g.example/v1/widgets?watch=true&resourceVersion=3"))
                .isEqualTo("watch widgets");
        assertThat(RequestCounts.request("GET", "/apis/g.example/v1")).isEqualTo("get discovery");
    }

    @Test
    void countsTheRequestsOfOneClientOnlyAndNoLeases() {
        RequestCounts counts = new RequestCounts("butler-controllers");
        counts.before(new Visit("butler-controllers/1", "POST", "/api/v1/namespaces/a/events"));
        counts.before(new Visit("butler-controllers/1", "PUT", "/apis/coordination.k8s.io/v1/namespaces/a/leases/b"));
        counts.before(new Visit("kubectl/1", "POST", "/api/v1/namespaces/a/events"));
        RequestCounts.Snapshot first = counts.snapshot();
        assertThat(first.byRequest()).containsOnlyKeys("create events", "update leases");
        assertThat(first.writes()).isEqualTo(1);

        counts.before(new Visit("butler-controllers/1", "GET", "/api/v1/namespaces/a"));
        assertThat(counts.snapshot().since(first).byRequest()).isEqualTo(Map.of("get namespaces", 1L));
        assertThat(counts.snapshot().since(first).writes()).isZero();
    }

    @Test
    void countsTheCompleteEventsOfAnAuditLogOnce(@TempDir Path directory) throws IOException {
        Path log = directory.resolve("audit.log");
        AuditLogCounts counts = new AuditLogCounts(log, "butler-controllers");
        assertThat(counts.get().byRequest()).isEmpty();

        Files.writeString(log, """
                {"userAgent":"butler-controllers/1","verb":"patch","objectRef":{"resource":"widgets","subresource":"status"}}
                {"userAgent":"butler-controllers/1","verb":"get"}
                {"userAgent":"other","verb":"list","objectRef":{"resource":"widgets"}}
                {"userAgent":"butler-controllers/1","verb":"li""");
        Map<String, Long> first = Map.of("patch widgets/status", 1L, "get discovery", 1L);
        assertThat(counts.get().byRequest()).isEqualTo(first);
        assertThat(counts.get().byRequest()).isEqualTo(first);

        Files.writeString(log, "st\",\"objectRef\":{\"resource\":\"widgets\"}}\n", StandardOpenOption.APPEND);
        assertThat(counts.get().since(new RequestCounts.Snapshot(first)).byRequest())
                .isEqualTo(Map.of("list widgets", 1L));
    }

    @Test
    void readsValuesAndPercentilesOfMetrics() {
        MetricsText metrics = new MetricsText("""
                # HELP runs_total Runs.
                runs_total{name="a"} 3.0
                runs_total{name="b"} 4.0
                time_seconds_bucket{name="a",le="0.1"} 50
                time_seconds_bucket{name="a",le="0.2"} 100
                time_seconds_bucket{name="a",le="+Inf"} 100
                """);
        assertThat(metrics.value("runs_total")).isEqualTo(7);
        assertThat(metrics.value("runs_total", "name=\"b\"")).isEqualTo(4);
        assertThat(metrics.percentileMillis("time_seconds", "\"a\"", 50)).isCloseTo(100, within(0.1));
        assertThat(metrics.percentileMillis("time_seconds", "\"a\"", 75)).isCloseTo(150, within(0.1));
        assertThat(metrics.percentileMillis("none", "", 50)).isZero();
    }
}
