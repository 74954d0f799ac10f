package dev.butlerlabs.core.embedded.schema.cel;

import java.util.Optional;

/** An IP address and a prefix length. */
record IpNetwork(IpAddress address, int prefixLength) {
    static Optional<IpNetwork> parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            return Optional.empty();
        }
        String prefix = text.substring(slash + 1);
        boolean padded = prefix.length() > 1 && prefix.startsWith("0");
        return IpAddress.parse(text.substring(0, slash)).flatMap(address -> {
            int length = IpText.prefixLength(prefix, address.octets().size() * 8);
            return length < 0 || padded ? Optional.empty() : Optional.of(new IpNetwork(address, length));
        });
    }

    boolean contains(IpAddress other) {
        return other.family() == address.family() && masked(other).equals(masked(address));
    }

    boolean contains(IpNetwork other) {
        return other.prefixLength >= prefixLength && contains(other.address);
    }

    IpNetwork masked() {
        return new IpNetwork(masked(address), prefixLength);
    }

    private IpAddress masked(IpAddress other) {
        byte[] bytes = other.bytes();
        for (int place = 0; place < bytes.length; place++) {
            int kept = Math.clamp(prefixLength - place * 8L, 0, 8);
            bytes[place] &= (byte) (0xff << (8 - kept));
        }
        return IpAddress.of(bytes);
    }

    @Override
    public String toString() {
        return address + "/" + prefixLength;
    }
}
