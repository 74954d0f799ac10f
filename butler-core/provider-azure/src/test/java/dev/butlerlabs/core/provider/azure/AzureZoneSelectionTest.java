package dev.butlerlabs.core.provider.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AzureZoneSelectionTest {
    private static final AzureSettings THREE = AzureSettingsBuilder.builder(AzureCases.settings())
            .zones(List.of("3", "1", "2"))
            .build();

    private static List<String> zones(String machine, int failures) {
        return AzureZoneSelection.inOrderFor(machine, Optional.empty(), THREE, failures).stream()
                .map(Optional::orElseThrow)
                .toList();
    }

    @Test
    void distributesMachinesByTheirNumber() {
        assertThat(zones("alpha-cp-0", 0)).containsExactly("1", "2", "3");
        assertThat(zones("alpha-cp-1", 0)).containsExactly("2", "3", "1");
        assertThat(zones("alpha-cp-2", 0)).containsExactly("3", "1", "2");
        assertThat(zones("alpha-cp-3", 0).getFirst()).isEqualTo("1");
    }

    @Test
    void startsWithTheNextZoneAfterAFailure() {
        assertThat(zones("alpha-cp-0", 1)).containsExactly("2", "3", "1");
        assertThat(zones("alpha-cp-0", 3)).containsExactly("1", "2", "3");
    }

    @Test
    void usesARequestedZoneOnly() {
        assertThat(AzureZoneSelection.inOrderFor("cp-0", Optional.of("3"), THREE, 0))
                .containsExactly(Optional.of("3"));
        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> AzureZoneSelection.inOrderFor("cp-0", Optional.of("9"), THREE, 0))
                .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.NOT_FOUND));
    }

    @Test
    void worksWithoutZones() {
        assertThat(AzureZoneSelection.inOrderFor("cp-0", Optional.empty(), AzureCases.settings(), 5))
                .containsExactly(Optional.empty());
    }
}
