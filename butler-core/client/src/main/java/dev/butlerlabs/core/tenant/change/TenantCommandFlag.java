package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.config.Ipv4Range;
import dev.butlerlabs.core.net.IpAddress;
import dev.butlerlabs.core.version.ReleaseVersion;
import java.math.BigInteger;
import java.util.Optional;
import java.util.function.Function;

/**
 * A flag of {@code create} and its field.
 *
 * @param path the field
 * @param form the expected value, for error messages
 * @param reader parses the value; empty if it is not valid
 */
record TenantCommandFlag(String name, String path, String form, Function<String, Optional<Object>> reader) {
    private static final String CPU = "a number of CPUs such as 500m or 2";
    private static final String MEMORY = "a size such as 512Mi or 2Gi";

    static TenantCommandFlag text(String name, String path) {
        return new TenantCommandFlag(
                name, path, "text", text -> Optional.of((Object) text).filter(any -> !text.isBlank()));
    }

    static TenantCommandFlag whole(String name, String path, int least, int most) {
        return new TenantCommandFlag(
                name,
                path,
                "a whole number from %d to %d".formatted(least, most),
                text -> text.matches("[0-9]{1,9}")
                        ? Optional.<Object>of(Integer.valueOf(text))
                                .filter(number -> (int) number >= least && (int) number <= most)
                        : Optional.empty());
    }

    static TenantCommandFlag memory(String name, String path, long least) {
        return new TenantCommandFlag(
                name,
                path,
                "a size of at least %dMi, such as 8Gi or 8192Mi".formatted(least),
                text -> atLeast(QuantityParser.mebibytes(text), least).map(size -> size + "Mi"));
    }

    static TenantCommandFlag disk(String name, String path, long least) {
        return new TenantCommandFlag(
                name,
                path,
                "a size of at least %dGi, such as 50Gi or 1Ti".formatted(least),
                text -> atLeast(QuantityParser.gibibytes(text), least).map(size -> size + "Gi"));
    }

    private static Optional<BigInteger> atLeast(Optional<BigInteger> size, long least) {
        return size.filter(number -> number.compareTo(BigInteger.valueOf(least)) >= 0);
    }

    static TenantCommandFlag release(String name, String path) {
        return new TenantCommandFlag(
                name,
                path,
                "a Kubernetes release such as v1.37.2",
                text -> ReleaseVersion.find(text)
                        .filter(release -> text.startsWith("v"))
                        .map(ReleaseVersion::toString));
    }

    static TenantCommandFlag network(String name, String path) {
        return new TenantCommandFlag(
                name,
                path,
                "a network such as 10.244.0.0/16",
                text -> Ipv4Range.ofNetwork(text).map(Ipv4Range::toString));
    }

    static TenantCommandFlag address(String name, String path) {
        return new TenantCommandFlag(
                name,
                path,
                "an IPv4 address",
                text -> IpAddress.tryParseIpv4(text).map(IpAddress::toString));
    }

    static TenantCommandFlag processors(String name, String path) {
        return new TenantCommandFlag(
                name,
                path,
                CPU,
                text -> text.matches("[0-9]{1,6}m|[0-9]{1,4}([.][0-9]{1,3})?") ? Optional.of(text) : Optional.empty());
    }

    static TenantCommandFlag component(String name, String path) {
        return new TenantCommandFlag(
                name,
                path,
                MEMORY,
                text -> text.matches("[0-9]{1,9}(Ki|Mi|Gi|Ti|k|M|G|T)?") ? Optional.of(text) : Optional.empty());
    }
}
