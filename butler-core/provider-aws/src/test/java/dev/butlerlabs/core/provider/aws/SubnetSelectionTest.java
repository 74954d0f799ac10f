package dev.butlerlabs.core.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.butlerlabs.core.error.ButlerException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.ec2.model.Subnet;

class SubnetSelectionTest {
    private static final SubnetSelection SUBNETS =
            new SubnetSelection(List.of(subnet("s4", "c"), subnet("s2", "b"), subnet("s1", "a"), subnet("s3", "b")));

    private static Subnet subnet(String id, String zone) {
        return Subnet.builder()
                .subnetId(id)
                .availabilityZone(zone)
                .vpcId("vpc-1")
                .build();
    }

    private static List<String> order(String machine) {
        return SUBNETS.inOrderFor(machine, Optional.empty()).stream()
                .map(Subnet::subnetId)
                .toList();
    }

    @Test
    void upstream42SpreadsMachinesOverZonesByTheNumberInTheirName() {
        assertThat(order("alpha-cp-0")).containsExactly("s1", "s2", "s4");
        assertThat(order("alpha-cp-1")).containsExactly("s2", "s4", "s1");
        assertThat(order("alpha-cp-2")).containsExactly("s4", "s1", "s2");
        assertThat(order("alpha-cp-3")).containsExactly("s1", "s3", "s4");
    }

    @Test
    void putsAMachineWithoutANumberAlwaysIntoTheSameZone() {
        assertThat(order("alpha")).hasSize(3).isEqualTo(order("alpha"));
    }

    @Test
    void keepsToTheZoneThatIsNamed() {
        assertThat(SUBNETS.inOrderFor("alpha-cp-0", Optional.of("c")))
                .extracting(Subnet::subnetId)
                .containsExactly("s4");
        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> SUBNETS.inOrderFor("alpha-cp-0", Optional.of("d")))
                .satisfies(failure -> assertThat(failure.hint()).contains("[a, b, c]"));
    }

    @Test
    void namesOneSubnetOfEachZoneForALoadBalancer() {
        assertThat(SUBNETS.oneOfEachZone()).extracting(Subnet::subnetId).containsExactly("s1", "s2", "s4");
    }
}
