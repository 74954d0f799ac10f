package dev.butlerlabs.core.ipam.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.net.IpRange;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Addresses as MetalLB writes them. */
class MetalLbRangeFormatTest {
    private static final IpRange LOW = IpRange.between("10.0.0.1", "10.0.0.4");
    private static final IpRange NEXT = IpRange.between("10.0.0.5", "10.0.0.6");
    private static final IpRange FAR = IpRange.between("10.0.1.1", "10.0.1.1");

    @Test
    void blocksSideBySideMakeOneRange() {
        assertThat(MetalLbRangeFormat.of(List.of(FAR, NEXT, LOW)))
                .containsExactly("10.0.0.1-10.0.0.6", "10.0.1.1-10.0.1.1");
    }

    @Test
    void whateverMayOfferAnAddressCounts() {
        assertThat(MetalLbRangeFormat.overlap(List.of("10.0.0.0/29"), NEXT)).isTrue();
        assertThat(MetalLbRangeFormat.overlap(List.of("10.0.0.1 - 10.0.0.4"), NEXT))
                .isFalse();
        assertThat(MetalLbRangeFormat.overlap(List.of("fd00::/120"), NEXT)).isFalse();
        assertThat(MetalLbRangeFormat.overlap(List.of("whatever"), NEXT)).isTrue();
    }
}
