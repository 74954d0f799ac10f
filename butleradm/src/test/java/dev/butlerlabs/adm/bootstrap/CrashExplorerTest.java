package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.adm.bootstrap.CrashScenario.Outcome;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.ConfigDelivery;
import dev.butlerlabs.core.bootstrap.plan.BootstrapPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A bootstrap of 3+2 machines, stopped right before an effect, right after it, or left without its answer, and started again. A
 * sample is taken on each of the two roads by which machines get their configuration: {@code -Dbutler.crashes=N} takes another number,
 * 0 explores all with every addon, {@code -Dbutler.crashes.seed} takes others, and {@code -Dbutler.crashes.provider} another infrastructure.
 * {@code scripts/explore-crashes} explores all, with several crashes to a world, far apart, as {@code -Dbutler.crashes.world} says.
 */
@Tag("slow")
@EnabledIfSystemProperty(
        named = "butler.long",
        matches = "true",
        disabledReason = "takes minutes; see scripts/test --long")
@Timeout(value = 4, unit = TimeUnit.HOURS)
@ExtendWith(QuietRuns.class)
class CrashExplorerTest {
    private static final int COUNT = Integer.getInteger("butler.crashes", 1);
    private static final int TO_A_WORLD = Integer.getInteger("butler.crashes.world", 8);
    private static final long SEED = Long.getLong("butler.crashes.seed", 1L);
    private static final String PROVIDER = System.getProperty("butler.crashes.provider", "harvester");
    private static final int WORKERS = Integer.getInteger("butler.crashes.workers", 2);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
    void endsInTheSameWorldWhereverItIsStopped(ConfigDelivery road) throws Exception {
        BootstrapPlan plan =
                COUNT == 0 ? Examples.completePlan(PROVIDER, road, folder) : Examples.plan(PROVIDER, road, folder);
        CrashExplorer explorer = CrashExplorer.of(plan, folder);
        List<List<Crash>> worlds = COUNT == 0 ? explorer.all(TO_A_WORLD) : chosen(explorer, road);
        int crashes = worlds.stream().mapToInt(List::size).sum();
        List<Outcome> outcomes = explorer.explore(worlds, WORKERS);
        System.out.println(road + ", " + explorer.report(crashes, outcomes));
        assertThat(outcomes)
                .allSatisfy(outcome ->
                        assertThat(outcome.wrong()).as(outcome.met().toString()).isEmpty());
        assertThat(outcomes.stream().mapToInt(outcome -> outcome.met().size()).sum())
                .as("crashes that came about")
                .isGreaterThan(crashes / 2);
    }

    private static List<List<Crash>> chosen(CrashExplorer explorer, ConfigDelivery road) {
        List<Crash> chosen = new ArrayList<>(explorer.sample(COUNT, SEED));
        if (road == ConfigDelivery.USER_DATA) {
            // The most delicate moments of this road: a configuration is kept, and no machine has been asked for with
            // it.
            chosen.addAll(explorer.first(effect -> effect.target().contains("-cp-0-user-data")));
        }
        return chosen.stream().map(List::of).toList();
    }
}
