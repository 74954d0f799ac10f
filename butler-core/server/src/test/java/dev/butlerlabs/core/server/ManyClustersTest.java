package dev.butlerlabs.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.testing.LongSuite;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Lists of many tenant clusters: one request of the Kubernetes API for each page. */
@Tag("slow")
class ManyClustersTest {
    @Test
    void aListNeedsOneRequestWhateverItsLength() {
        int count = LongSuite.count(60, 1_000);
        try (ConsoleTestBed bed = new ConsoleTestBed()) {
            bed.namespace("team-a");
            for (int i = 0; i < count; i++) {
                bed.create(ConsoleTestBed.cluster("team-a", "cluster-" + i));
            }
            try (ConsoleServer console = bed.loopback();
                    ConsoleBrowser browser = ConsoleBrowser.loggedIn(console)) {
                browser.json("/api/clusters?limit=1");
                int before = bed.requests();
                long start = System.nanoTime();
                JsonNode list = browser.json("/api/clusters");
                Duration took = Duration.ofNanos(System.nanoTime() - start);

                assertThat(list.path("items")).hasSize(count);
                assertThat(bed.requests() - before).isEqualTo(1);
                assertThat(took).isLessThan(Duration.ofSeconds(5));
                assertThat(list.toString()).doesNotContain("managedFields");
                System.getLogger("test").log(System.Logger.Level.INFO, "{0} clusters listed in {1}", count, took);

                JsonNode page = browser.json("/api/clusters?limit=25");
                assertThat(page.path("items")).hasSize(25);
                assertThat(browser.json("/api/clusters?limit=5000&continue="
                                        + page.path("continue").asText())
                                .path("items"))
                        .hasSize(count - 25);
            }
        }
    }
}
