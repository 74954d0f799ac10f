package dev.butlerlabs.core.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Ec2InstanceTypeSelectorTest {
    @ParameterizedTest
    @CsvSource({
        "1, 1024, AMD64, t3.micro",
        "1, 2048, AMD64, t3.small",
        "2, 4096, AMD64, c6i.large",
        "2, 8192, AMD64, m6i.large",
        "4, 8192, AMD64, c6i.xlarge",
        "4, 16384, AMD64, m6i.xlarge",
        "4, 16385, AMD64, r6i.xlarge",
        "3, 30000, AMD64, r6i.xlarge",
        "2, 65536, AMD64, r6i.2xlarge",
        "8, 16384, AMD64, c6i.2xlarge",
        "100, 131072, AMD64, c6i.32xlarge",
        "128, 1048576, AMD64, r6i.32xlarge",
        "4, 16384, ARM64, m7g.xlarge",
        "2, 2048, ARM64, t4g.small",
    })
    void upstream42ChoosesTheSmallestTypeThatFits(int cpu, int memoryMiB, Architecture architecture, String type) {
        assertThat(Ec2InstanceTypeSelector.smallest(Specs.sized(cpu, memoryMiB), architecture)
                        .name())
                .isEqualTo(type);
    }

    @Property
    void whatIsChosenAlwaysFits(
            @ForAll @IntRange(min = 1, max = 128) int cpu, @ForAll @IntRange(min = 1024, max = 1048576) int memoryMiB) {
        Ec2InstanceTypeSelector.InstanceType chosen =
                Ec2InstanceTypeSelector.smallest(Specs.sized(cpu, memoryMiB), Architecture.AMD64);

        assertThat(chosen.cpu()).isGreaterThanOrEqualTo(cpu);
        assertThat(chosen.memoryGiB() * 1024L).isGreaterThanOrEqualTo(memoryMiB);
    }

    @Test
    void saysSoWhenNothingIsLargeEnough() {
        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> Ec2InstanceTypeSelector.smallest(Specs.sized(65, 1024), Architecture.ARM64))
                .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.INVALID_INPUT));
    }
}
