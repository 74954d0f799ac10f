package dev.butlerlabs.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PerformancePageTest {
    @Test
    void thePageShowsTheStoredResults() throws IOException {
        Path root = ProjectRoot.find();
        assertThat(Files.readString(root.resolve(PerformancePage.FILE)))
                .as("generate the page with 'scripts/bench page'")
                .isEqualTo(PerformancePage.render(root.resolve(PerformancePage.RESULTS)));
    }

    @Test
    void tablesHaveGoalsRatiosAndRequests(@TempDir Path results) throws IOException {
        Files.writeString(results.resolve("scale-embedded.json"), """
                {"command": "scripts/bench scale 5", "date": "2026-01-01", "machine": "m", "load": 0.5, "controllers": "Java",
                 "results": [{"api": "embedded", "tenants": 5, "create: processor time per tenant": 40.0, "rest: writes": 0,
                              "create: requests per tenant": {"get secrets": 2.25, "rare": 0.1}}]}
                """);
        assertThat(PerformancePage.render(results))
                .contains(
                        "`scripts/bench scale 5`, 2026-01-01, m, load of the machine at the start: 0.5, controllers on Java.")
                .contains("|  | embedded, 5 | goal | ratio |")
                .contains("| create: processor time per tenant | 40 | 80 | 0.50 |")
                .contains("| rest: writes | 0 | 0 |  |")
                .contains("create: requests per tenant: get secrets 2.3.")
                .doesNotContain("rare");
    }

    @Test
    void filesOfOneClaimBecomeColumnsWithGrowthAndMemory(@TempDir Path results) throws IOException {
        write(results, "scale-real-10000.json", 10_000, 55.0, 5000.0);
        write(results, "scale-real-1000.json", 1000, 50.0, 250.0);
        assertThat(PerformancePage.render(results))
                .containsSubsequence("`scripts/bench scale 1000`", "`scripts/bench scale 10000`")
                .contains("|  | real, 1000 | real, 10000 | goal | ratio |")
                .contains("| create: processor time per tenant / that with the fewest |  | 1.10 | 1.15 | 0.96 |")
                .contains("| peak resident per tenant, MiB | 0.25 | 0.50 | 1 | 0.50 |");
    }

    private static void write(Path results, String file, int tenants, double cost, double peak) throws IOException {
        Files.writeString(results.resolve(file), """
                {"command": "scripts/bench scale %d", "date": "2026-01-01", "machine": "m", "load": 0.5,
                 "results": [{"api": "real", "tenants": %d, "create: processor time per tenant": %s, "peak resident": %s}]}
                """.formatted(tenants, tenants, cost, peak));
    }
}
