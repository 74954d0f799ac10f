package dev.butlerlabs.core.embedded.schema.cel;

import java.util.Optional;

/** An IP address and a prefix length. */
record CelIpNetwork(CelIpAddress address, int prefixLength) {
    static Optional<CelIpNetwork> parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            return Optional.empty();
        }
        String prefix = text.substring(slash + 1);
        boolean padded = prefix.length() > 1 && prefix.startsWith("0");
        return CelIpAddress.parse(text.substring(0, slash)).flatMap(address -> {
            int length = IpText.prefixLength(prefix, address.octets().size() * 8);
            return length < 0 || padded ? Optional.empty() : Optional.of(new CelIpNetwork(address, length));
        });
    }

    boolean contains(CelIpAddress other) {
        return other.family() == address.family() && masked(other).equals(masked(address));
    }

    boolean contains(CelIpNetwork other) {
        return other.prefixLength >= prefixLength && contains(other.address);
    }

    CelIpNetwork masked() {
        return new CelIpNetwork(masked(address), prefixLength);
    }

    private CelIpAddress masked(CelIpAddress other) {
        byte[] bytes = other.bytes();
        for (int place = 0; place < bytes.length; place++) {
            int kept = Math.clamp(prefixLength - place * 8L, 0, 8);
            bytes[place] &= (byte) (0xff << (8 - kept));
        }
        return CelIpAddress.of(bytes);
    }

    @Override
    public String toString() {
        return address + "/" + prefixLength;
    }
}
