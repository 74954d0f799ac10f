package dev.butlerlabs.core.embedded.schema.cel;

import dev.butlerlabs.core.net.CidrBlock;
import dev.butlerlabs.core.net.IpAddress;
import java.util.Optional;

/**
 * An IP address and a prefix length with the functions of CEL type {@code CIDR}.
 *
 * @param address the address as written, with its host bits
 */
record CelIpNetwork(CelIpAddress address, int prefixLength) {
    static Optional<CelIpNetwork> parse(String text) {
        return CidrBlock.tryParse(text)
                .flatMap(block -> CelIpAddress.parse(text.substring(0, text.indexOf('/')))
                        .map(address -> new CelIpNetwork(address, block.prefix())));
    }

    boolean contains(CelIpAddress other) {
        return block().contains(other.value());
    }

    boolean contains(CelIpNetwork other) {
        return block().contains(other.block());
    }

    CelIpNetwork masked() {
        IpAddress first = block().first();
        return new CelIpNetwork(new CelIpAddress(first), prefixLength);
    }

    private CidrBlock block() {
        return CidrBlock.containing(address.value(), prefixLength);
    }

    @Override
    public String toString() {
        return address + "/" + prefixLength;
    }
}
