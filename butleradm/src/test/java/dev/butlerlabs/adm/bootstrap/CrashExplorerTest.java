package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.adm.bootstrap.CrashScenario.Outcome;
import dev.butlerlabs.core.bootstrap.BootstrapPlan;
import dev.butlerlabs.core.cli.testing.ProjectRoot;
import dev.butlerlabs.core.config.Surroundings;
import dev.butlerlabs.core.provider.Providers;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A bootstrap of 3+2 machines, stopped right before an effect, right after it, or left without its answer, and started again. A
 * sample is taken: {@code -Dbutler.crashes=N} takes another number, 0 explores all, {@code -Dbutler.crashes.seed} takes others, and
 * {@code -Dbutler.crashes.provider} another infrastructure. {@code scripts/explore-crashes} explores all.
 */
@Timeout(value = 4, unit = TimeUnit.HOURS)
class CrashExplorerTest {
    private static final int COUNT = Integer.getInteger("butler.crashes", 8);
    private static final long SEED = Long.getLong("butler.crashes.seed", 1L);
    private static final String PROVIDER = System.getProperty("butler.crashes.provider", "harvester");
    private static final int WORKERS = Integer.getInteger("butler.crashes.workers", 2);

    private static final Logger ROOT = Logger.getLogger("");

    @TempDir
    private Path folder;

    private Level level;

    /** Runs that are stopped complain at length, as they should. */
    @BeforeEach
    void silence() {
        level = ROOT.getLevel();
        ROOT.setLevel(Level.OFF);
    }

    @AfterEach
    void speak() {
        ROOT.setLevel(level);
    }

    @Test
    void endsInTheSameWorldWhereverItIsStopped() throws Exception {
        CrashExplorer explorer = CrashExplorer.of(plan(), folder);
        List<Crash> crashes = COUNT == 0 ? explorer.all() : explorer.sample(COUNT, SEED);
        List<Outcome> outcomes = explorer.explore(crashes, WORKERS);
        System.out.println(explorer.report(outcomes));
        assertThat(outcomes)
                .allSatisfy(outcome -> assertThat(outcome.wrong())
                        .as(outcome.crash().toString())
                        .isEmpty());
        assertThat(outcomes.stream().filter(Outcome::met).count())
                .as("crashes that came about")
                .isGreaterThan(crashes.size() / 2);
    }

    private static BootstrapPlan plan() {
        Path file = ProjectRoot.find().resolve("configs/examples/bootstrap-%s.yaml".formatted(PROVIDER));
        return BootstrapPlan.read(
                file, StandIns.in(Surroundings.ofThisProcess(file.getParent())), Providers.load(), Optional.empty());
    }
}
