package dev.butlerlabs.core.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.provider.MachineState;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.InstanceIpv6Address;
import software.amazon.awssdk.services.ec2.model.InstanceNetworkInterface;
import software.amazon.awssdk.services.ec2.model.InstanceStateName;

class Ec2InstanceStateMapperTest {
    private static Instance.Builder instance(InstanceStateName state) {
        return Instance.builder().instanceId("i-1").state(word -> word.name(state));
    }

    @Test
    void upstream46GivesAddressesOfBothFamiliesThePublicOneFirst() {
        Instance both = instance(InstanceStateName.RUNNING)
                .privateIpAddress("10.0.0.5")
                .publicIpAddress("198.51.100.7")
                .networkInterfaces(InstanceNetworkInterface.builder()
                        .macAddress("06:00:00:00:00:01")
                        .privateIpAddress("10.0.0.5")
                        .ipv6Addresses(
                                InstanceIpv6Address.builder()
                                        .ipv6Address("fe80::1")
                                        .build(),
                                InstanceIpv6Address.builder()
                                        .ipv6Address("2001:db8::5")
                                        .build())
                        .build())
                .build();

        assertThat(Ec2InstanceStateMapper.addresses(both)).containsExactly("198.51.100.7", "10.0.0.5", "2001:db8::5");
    }

    @Test
    void skipsLinkLocalAddressesAndWaitsWhenThereIsNoOther() {
        Instance lonely = instance(InstanceStateName.RUNNING)
                .privateIpAddress("169.254.3.4")
                .build();

        assertThat(Ec2InstanceStateMapper.of(lonely)).isInstanceOf(MachineState.Starting.class);
    }

    @Test
    void anEndedInstanceIsNoMachineEvenWhileItIsListed() {
        assertThat(Ec2InstanceStateMapper.of(
                        instance(InstanceStateName.TERMINATED).build()))
                .isEqualTo(new MachineState.Absent());
        assertThat(Ec2InstanceStateMapper.of(
                        instance(InstanceStateName.SHUTTING_DOWN).build()))
                .isEqualTo(new MachineState.Leaving("i-1"));
        assertThat(Ec2InstanceStateMapper.of(instance(InstanceStateName.STOPPED).build()))
                .isInstanceOf(MachineState.Broken.class);
    }

    @Test
    void knowsAnInstanceThatEc2EndedAtOnce() {
        Instant launched = Instant.parse("2026-01-01T00:00:00Z");
        Instance failed = instance(InstanceStateName.TERMINATED)
                .launchTime(launched)
                .stateReason(reason -> reason.code("Client.VolumeLimitExceeded").message("Volume limit exceeded"))
                .build();
        Instance ended = failed.toBuilder()
                .stateReason(reason -> reason.code("Client.UserInitiatedShutdown"))
                .build();

        assertThat(new MachineInstanceGroup(List.of(failed)).failedLaunch(launched.plusSeconds(60)))
                .isPresent();
        assertThat(new MachineInstanceGroup(List.of(failed)).failedLaunch(launched.plusSeconds(600)))
                .isEmpty();
        assertThat(new MachineInstanceGroup(List.of(ended)).failedLaunch(launched.plusSeconds(60)))
                .isEmpty();
    }
}
