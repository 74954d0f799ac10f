package dev.butlerlabs.core.tenant.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.error.InputProblem;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RolloutSettingsTest {
    private static RolloutSettings settings(String surge, String unavailable) {
        return new RolloutSettings(Optional.ofNullable(surge), Optional.ofNullable(unavailable));
    }

    private static List<InputProblem> problems(RolloutSettings settings) {
        return settings.problems("--max-surge", "--max-unavailable");
    }

    @Test
    void numbersAreNumbersAndPercentagesText() {
        assertThat(settings("2", "25%").rollingUpdate()).isEqualTo(Map.of("maxSurge", 2, "maxUnavailable", "25%"));
        assertThat(settings(null, "3").rollingUpdate()).isEqualTo(Map.of("maxSurge", 1, "maxUnavailable", 3));
    }

    @Test
    void returnsFromTheAnnotationsThatStoreIt() {
        TenantCluster cluster = new TenantCluster();
        cluster.setMetadata(new ObjectMetaBuilder()
                .withAnnotations(settings("0", "100%").annotations())
                .build());

        assertThat(cluster.getMetadata().getAnnotations())
                .isEqualTo(Map.of(Annotations.MAX_SURGE, "0", Annotations.MAX_UNAVAILABLE, "100%"));
        assertThat(RolloutSettings.of(cluster)).isEqualTo(settings("0", "100%"));
        assertThat(settings("2", null).orElse(RolloutSettings.of(cluster))).isEqualTo(settings("2", "100%"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "1.5", "two", "101%", "%", "5 %", "123456"})
    void reportsEveryMalformedValue(String value) {
        assertThat(problems(settings(value, value)))
                .extracting(InputProblem::path)
                .containsExactly("--max-surge", "--max-unavailable");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "0%, 00", "0,"})
    void atLeastOneWorkerMustBeReplaceable(String surge, String unavailable) {
        assertThat(settings(surge, unavailable).malformed("--max-surge", "--max-unavailable"))
                .isEmpty();
        assertThat(problems(settings(surge, unavailable)))
                .singleElement()
                .satisfies(problem -> assertThat(problem.sentence()).contains("no worker can be replaced"));
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 0", "50%, 0%", ", 0", ","})
    void validSettingsHaveNoProblem(String surge, String unavailable) {
        assertThat(problems(settings(surge, unavailable))).isEmpty();
    }
}
