package dev.butlerlabs.adm.init;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.net.CidrBlock;
import dev.butlerlabs.core.net.IpAddress;
import dev.butlerlabs.core.net.IpRange;
import dev.butlerlabs.core.provider.discovery.DiscoveredNetwork;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Addresses in a network that do not collide with each other or with addresses in use.
 *
 * @param gateway usually the first address
 * @param vip address of the Kubernetes API
 * @param pool addresses of Services of type LoadBalancer
 * @param machines addresses of machines that get no address from the infrastructure
 */
record AddressProposal(IpAddress gateway, IpAddress vip, IpRange pool, Optional<IpRange> machines) {
    private static final int IDEAL_POOL = 40;
    private static final int SMALLEST_POOL = 5;
    private static final int MACHINES = 20;
    /** Routers, DNS servers and other fixed hosts usually have one of the first addresses; fewer in small networks. */
    private static final int FIXED_HOSTS = 9;

    private static final int FIXED_PART = 8;

    private static final int SEARCHED = 4096;

    /**
     * Proposes addresses: the pool at the end of the network, the virtual address before it, and machines at its start.
     *
     * @throws ButlerException if the network has too few free addresses
     */
    static AddressProposal of(DiscoveredNetwork network, boolean withMachines) {
        CidrBlock subnet = network.subnet();
        IpAddress gateway = subnet.first().plus(1);
        IpRange pool = Stream.of(IDEAL_POOL, IDEAL_POOL / 2, IDEAL_POOL / 4, SMALLEST_POOL)
                .flatMap(size -> fromEnd(network, size).stream())
                .findFirst()
                .orElseThrow(() -> full(subnet));
        IpAddress vip = below(network, pool.first()).orElseThrow(() -> full(subnet));
        Optional<IpRange> machines = withMachines ? fromStart(network, vip) : Optional.empty();
        if (withMachines && machines.isEmpty()) {
            throw full(subnet);
        }
        return new AddressProposal(gateway, vip, pool, machines);
    }

    private static Optional<IpRange> fromEnd(DiscoveredNetwork network, int size) {
        CidrBlock subnet = network.subnet();
        long last = subnet.size() - 2 - size;
        return LongStream.iterate(
                        last, offset -> offset > fixedHosts(network) && last - offset < SEARCHED, offset -> offset - 1)
                .mapToObj(offset -> range(subnet, offset, size))
                .filter(range -> isFree(network, range))
                .findFirst();
    }

    private static Optional<IpAddress> below(DiscoveredNetwork network, IpAddress limit) {
        long last = limit.minus(network.subnet().first()) - 1;
        return LongStream.iterate(
                        last, offset -> offset > fixedHosts(network) && last - offset < SEARCHED, offset -> offset - 1)
                .mapToObj(offset -> range(network.subnet(), offset, 1))
                .filter(range -> isFree(network, range))
                .map(IpRange::first)
                .findFirst();
    }

    private static Optional<IpRange> fromStart(DiscoveredNetwork network, IpAddress limit) {
        return LongStream.iterate(fixedHosts(network) + 1, offset -> offset < SEARCHED, offset -> offset + 1)
                .mapToObj(offset -> range(network.subnet(), offset, MACHINES))
                .takeWhile(range -> range.last().compareTo(limit) < 0)
                .filter(range -> isFree(network, range))
                .findFirst();
    }

    private static long fixedHosts(DiscoveredNetwork network) {
        return Math.min(FIXED_HOSTS, network.subnet().size() / FIXED_PART);
    }

    private static IpRange range(CidrBlock subnet, long offset, int size) {
        IpAddress first = subnet.first().plus(offset);
        return IpRange.between(first, first.plus(size - 1L));
    }

    private static boolean isFree(DiscoveredNetwork network, IpRange range) {
        return network.occupied().stream()
                .noneMatch(used -> used.first().isSameFamily(range.first()) && used.overlaps(range));
    }

    /** Returns the first of these networks that does not overlap the others. */
    static CidrBlock apartFrom(List<CidrBlock> used, List<String> candidates) {
        return candidates.stream()
                .map(CidrBlock::parse)
                .filter(candidate ->
                        used.stream().noneMatch(block -> block.range().overlaps(candidate.range())))
                .findFirst()
                .orElseGet(() -> CidrBlock.parse(candidates.getFirst()));
    }

    private static ButlerException full(CidrBlock subnet) {
        return new ButlerException(
                ErrorCode.INVALID_INPUT,
                "The network %s has too few free addresses.".formatted(subnet),
                "Use another network, or set network.vip and network.loadBalancerPool yourself with --set.");
    }
}
