package dev.butlerlabs.core.provider.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MachineTypeOfferTest {
    @Test
    void showsCpusAndMemory() {
        assertThat(label(new MachineTypeOffer("n2-standard-4", 4, 16384, false)))
                .isEqualTo("n2-standard-4, 4 vCPUs, 16 GiB");
        assertThat(label(new MachineTypeOffer("Standard_DS1_v2", 1, 3584, false)))
                .isEqualTo("Standard_DS1_v2, 1 vCPU, 3.5 GiB");
        assertThat(label(new MachineTypeOffer("t2a-standard-48", 48, 196_608, true)))
                .isEqualTo("t2a-standard-48, 48 vCPUs, 192 GiB, arm64");
        assertThat(label(new MachineTypeOffer("f1-micro", 1, 614, false))).isEqualTo("f1-micro, 1 vCPU, 0.6 GiB");
    }

    private static String label(MachineTypeOffer offer) {
        return offer.toChoice().label();
    }

    @Test
    void listsTheUsualTypesFirstAndSmallerOnesBeforeLargerOnes() {
        List<SettingChoice> choices = MachineTypeOffer.choices(
                Stream.of("n2-standard-16", "a2-highgpu-1", "n2-standard-8", "n2-standard-128", "e2-micro")
                        .map(name -> new MachineTypeOffer(name, 2, 1024, false)),
                Pattern.compile("n2-standard-(8|16)"));

        assertThat(choices)
                .extracting(SettingChoice::value)
                .containsExactly("n2-standard-8", "n2-standard-16", "a2-highgpu-1", "e2-micro", "n2-standard-128");
        assertThat(choices).noneMatch(SettingChoice::preferred);
    }
}
