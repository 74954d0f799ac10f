package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.adm.bootstrap.CrashScenario.Outcome;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.ConfigDelivery;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A bootstrap of 3+2 machines, stopped right before an effect, right after it, or left without its answer, and started again. A
 * sample is taken on each of the two roads by which machines get their configuration: {@code -Dbutler.crashes=N} takes another number,
 * 0 explores all, {@code -Dbutler.crashes.seed} takes others, and {@code -Dbutler.crashes.provider} another infrastructure.
 * {@code scripts/explore-crashes} explores all.
 */
@Timeout(value = 4, unit = TimeUnit.HOURS)
@ExtendWith(QuietRuns.class)
class CrashExplorerTest {
    private static final int COUNT = Integer.getInteger("butler.crashes", 3);
    private static final long SEED = Long.getLong("butler.crashes.seed", 1L);
    private static final String PROVIDER = System.getProperty("butler.crashes.provider", "harvester");
    private static final int WORKERS = Integer.getInteger("butler.crashes.workers", 2);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
    void endsInTheSameWorldWhereverItIsStopped(ConfigDelivery road) throws Exception {
        CrashExplorer explorer = CrashExplorer.of(Examples.plan(PROVIDER, road, folder), folder);
        explore(explorer, COUNT == 0 ? explorer.all() : chosen(explorer, road));
    }

    private static List<Crash> chosen(CrashExplorer explorer, ConfigDelivery road) {
        List<Crash> chosen = new ArrayList<>(explorer.sample(COUNT, SEED));
        if (road == ConfigDelivery.USER_DATA) {
            // The most delicate moments of this road: a configuration is kept, and no machine has been asked for with
            // it.
            chosen.addAll(explorer.first(effect -> effect.target().contains("-cp-0-user-data")));
        }
        return chosen;
    }

    private static void explore(CrashExplorer explorer, List<Crash> crashes) throws Exception {
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
}
