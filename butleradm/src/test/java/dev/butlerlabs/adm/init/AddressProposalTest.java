package dev.butlerlabs.adm.init;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.net.CidrBlock;
import dev.butlerlabs.core.net.IpAddress;
import dev.butlerlabs.core.net.IpRange;
import dev.butlerlabs.core.provider.discovery.DiscoveredNetwork;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class AddressProposalTest {
    @Test
    void usesTheEndOfTheNetwork() {
        AddressProposal proposal = proposal("192.0.2.0/24", false);

        assertThat(proposal.pool()).isEqualTo(IpRange.between("192.0.2.214", "192.0.2.253"));
        assertThat(proposal.vip()).hasToString("192.0.2.213");
        assertThat(proposal.machines()).isEmpty();
    }

    @Test
    void avoidsRangesThatAreInUse() {
        AddressProposal proposal = AddressProposal.of(
                network(
                        "192.0.2.0/24",
                        IpRange.between("192.0.2.100", "192.0.2.255"),
                        IpRange.between("192.0.2.59", "192.0.2.59")),
                true);

        assertThat(proposal.pool()).isEqualTo(IpRange.between("192.0.2.60", "192.0.2.99"));
        assertThat(proposal.vip()).hasToString("192.0.2.58");
        assertThat(proposal.machines()).contains(IpRange.between("192.0.2.10", "192.0.2.29"));
    }

    @Test
    void proposesASmallerPoolInASmallNetwork() {
        assertThat(proposal("192.0.2.0/27", false).pool().count()).isEqualTo(20);
        assertThat(proposal("192.0.2.0/28", false).pool().count()).isEqualTo(10);
    }

    @Test
    void rejectsANetworkWithoutRoom() {
        assertThatThrownBy(() -> proposal("192.0.2.0/29", false))
                .isInstanceOf(ButlerException.class)
                .hasMessageContaining("192.0.2.0/29 has too few free addresses");
    }

    @Test
    void clusterNetworksDoNotOverlapTheMachines() {
        List<String> candidates = List.of("10.244.0.0/16", "172.20.0.0/16");

        assertThat(AddressProposal.apartFrom(List.of(CidrBlock.parse("192.0.2.0/24")), candidates))
                .hasToString("10.244.0.0/16");
        assertThat(AddressProposal.apartFrom(List.of(CidrBlock.parse("10.0.0.0/8")), candidates))
                .hasToString("172.20.0.0/16");
    }

    /** Whatever is in use, proposals do not touch it, are in the network and do not touch each other. */
    @Property(tries = 200)
    void proposalsNeverCollide(
            @ForAll @IntRange(min = 20, max = 26) int prefix,
            @ForAll @Size(max = 6) List<@IntRange(max = 1000) Integer> used) {
        CidrBlock subnet = CidrBlock.containing(IpAddress.parse("10.20.0.0"), prefix);
        List<IpRange> occupied = used.stream()
                .map(offset -> subnet.first().plus(offset % subnet.size()))
                .map(address -> IpRange.between(address, address))
                .toList();
        AddressProposal proposal;
        try {
            proposal = AddressProposal.of(new DiscoveredNetwork(subnet, occupied), false);
        } catch (ButlerException full) {
            return;
        }
        assertThat(subnet.range().contains(proposal.pool())).isTrue();
        assertThat(proposal.pool().contains(proposal.vip())).isFalse();
        assertThat(subnet.contains(proposal.vip())).isTrue();
        assertThat(occupied).noneMatch(range -> range.overlaps(proposal.pool()) || range.contains(proposal.vip()));
        assertThat(proposal.pool().last()).isNotEqualTo(subnet.last());
    }

    private static AddressProposal proposal(String subnet, boolean withMachines) {
        return AddressProposal.of(network(subnet), withMachines);
    }

    private static DiscoveredNetwork network(String subnet, IpRange... occupied) {
        return new DiscoveredNetwork(CidrBlock.parse(subnet), List.of(occupied));
    }
}
