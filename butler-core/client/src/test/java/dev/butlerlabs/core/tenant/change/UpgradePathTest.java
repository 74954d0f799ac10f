package dev.butlerlabs.core.tenant.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.tenant.change.UpgradePath.Situation;
import dev.butlerlabs.core.version.ReleaseVersion;
import dev.butlerlabs.core.version.VersionContract;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpgradePathTest {
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "v1.30.2, v1.30.2, v1.30.2",
                "v1.30.2, v1.30.9, v1.30.2 -> v1.30.9",
                "v1.30.2, v1.31.0, v1.30.2 -> v1.31.0",
                "v1.30.2, v1.33.1, v1.30.2 -> v1.31.0 -> v1.32.0 -> v1.33.1",
            })
    void skipsNoMinorRelease(String running, String wanted, String path) {
        assertThat(plan(running, wanted)).hasToString(path);
    }

    @Test
    void takesTheStopsThatAreNamed() {
        Situation now = new Situation(release("v1.30.2"), List.of(), Optional.empty(), releases("v1.31.7"));

        assertThat(UpgradePath.plan(now, release("v1.32.4"))).hasToString("v1.30.2 -> v1.31.7 -> v1.32.4");
        assertThatThrownBy(() -> UpgradePath.plan(now, release("v1.31.9")))
                .hasMessage("v1.31.7 is not between v1.30.2 and v1.31.9.");
    }

    @ParameterizedTest
    @CsvSource({"v1.31.4, v1.31.3", "v1.31.4, v1.30.9", "v1.31.4, v0.99.0", "v1.31.4, v2.0.0"})
    void refusesDowngradesAndOtherMajors(String running, String wanted) {
        assertThatThrownBy(() -> plan(running, wanted)).isInstanceOf(ButlerException.class);
    }

    @Test
    void leavesNoWorkerMoreThanThreeMinorReleasesBehind() {
        assertThat(plan("v1.31.0", "v1.32.0", "v1.29.4").steps()).hasSize(1);
        assertThatThrownBy(() -> plan("v1.32.0", "v1.33.0", "v1.32.0", "v1.29.4"))
                .hasMessageContaining("v1.29.4", "too old");
        assertThatThrownBy(() -> plan("v1.30.0", "v1.31.0", "v1.31.0"))
                .hasMessageContaining("newer than the control plane");
    }

    @Test
    void goesNoFurtherThanTalosDoes() {
        Situation now =
                new Situation(release("v1.31.0"), List.of(), Optional.of(VersionContract.parse("v1.9.3")), List.of());

        assertThat(UpgradePath.plan(now, release("v1.32.4")).steps()).hasSize(1);
        assertThatThrownBy(() -> UpgradePath.plan(now, release("v1.33.0")))
                .hasMessageContaining("Talos v1.9 does not support Kubernetes");
    }

    @Property(tries = 500)
    void everyStepGoesUpByAtMostOneMinorReleaseToTheOneWanted(
            @ForAll @IntRange(max = 40) int minor,
            @ForAll @IntRange(max = 9) int patch,
            @ForAll @IntRange(max = 8) int further,
            @ForAll @IntRange(max = 9) int last) {
        ReleaseVersion from = new ReleaseVersion(1, minor, patch);
        ReleaseVersion wanted = new ReleaseVersion(1, minor + further, further == 0 ? patch + last : last);
        ReleaseVersion before = from;
        for (ReleaseVersion step : UpgradePath.plan(
                        new Situation(from, List.of(from), Optional.empty(), List.of()), wanted)
                .steps()) {
            assertThat(step).isGreaterThan(before);
            assertThat(step.minor() - before.minor()).isLessThanOrEqualTo(1);
            before = step;
        }
        assertThat(before).isEqualTo(wanted);
    }

    private static UpgradePath plan(String running, String wanted, String... workers) {
        return UpgradePath.plan(
                new Situation(release(running), releases(workers), Optional.empty(), List.of()), release(wanted));
    }

    private static List<ReleaseVersion> releases(String... texts) {
        return Arrays.stream(texts).map(UpgradePathTest::release).toList();
    }

    private static ReleaseVersion release(String text) {
        return ReleaseVersion.find(text).orElseThrow();
    }
}
