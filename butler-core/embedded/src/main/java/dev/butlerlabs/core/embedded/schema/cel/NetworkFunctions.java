package dev.butlerlabs.core.embedded.schema.cel;

import static dev.butlerlabs.core.embedded.schema.cel.FunctionTable.BOOL;
import static dev.butlerlabs.core.embedded.schema.cel.FunctionTable.INT;
import static dev.butlerlabs.core.embedded.schema.cel.FunctionTable.STRING;
import static dev.butlerlabs.core.embedded.schema.cel.KubernetesTypes.CIDR;
import static dev.butlerlabs.core.embedded.schema.cel.KubernetesTypes.IP;

import java.util.List;
import java.util.function.Predicate;

/** CEL functions for IP addresses and networks. */
final class NetworkFunctions {
    private NetworkFunctions() {}

    static void addTo(FunctionTable table) {
        addresses(table);
        networks(table);
    }

    private static void addresses(FunctionTable table) {
        table.global(
                "isIP",
                "is_ip",
                BOOL,
                List.of(STRING),
                arguments -> CelIpAddress.parse((String) arguments[0]).isPresent());
        table.global("ip", "string_to_ip", IP, List.of(STRING), arguments -> address(arguments[0]));
        table.global(
                "ip.isCanonical",
                "ip_is_canonical",
                BOOL,
                List.of(STRING),
                arguments -> address(arguments[0]).toString().equals(arguments[0]));
        table.global("string", "ip_to_string", STRING, List.of(IP), arguments -> arguments[0].toString());
        table.member("family", "ip_family", INT, List.of(IP), arguments -> ((CelIpAddress) arguments[0]).family());
        test(table, "isUnspecified", address -> address.address().isAnyLocalAddress());
        test(table, "isLoopback", address -> address.address().isLoopbackAddress());
        test(table, "isLinkLocalMulticast", CelIpAddress::isLinkLocalMulticast);
        test(table, "isLinkLocalUnicast", address -> address.address().isLinkLocalAddress());
        test(table, "isGlobalUnicast", CelIpAddress::isGlobalUnicast);
    }

    private static void test(FunctionTable table, String name, Predicate<CelIpAddress> test) {
        table.member(name, "ip_" + name, BOOL, List.of(IP), arguments -> test.test((CelIpAddress) arguments[0]));
    }

    private static void networks(FunctionTable table) {
        table.global(
                "isCIDR",
                "is_cidr",
                BOOL,
                List.of(STRING),
                arguments -> CelIpNetwork.parse((String) arguments[0]).isPresent());
        table.global("cidr", "string_to_cidr", CIDR, List.of(STRING), arguments -> network(arguments[0]));
        table.global("string", "cidr_to_string", STRING, List.of(CIDR), arguments -> arguments[0].toString());
        table.member(
                "containsIP",
                "cidr_contains_ip_string",
                BOOL,
                List.of(CIDR, STRING),
                arguments -> ((CelIpNetwork) arguments[0]).contains(address(arguments[1])));
        table.member(
                "containsIP",
                "cidr_contains_ip_ip",
                BOOL,
                List.of(CIDR, IP),
                arguments -> ((CelIpNetwork) arguments[0]).contains((CelIpAddress) arguments[1]));
        table.member(
                "containsCIDR",
                "cidr_contains_cidr_string",
                BOOL,
                List.of(CIDR, STRING),
                arguments -> ((CelIpNetwork) arguments[0]).contains(network(arguments[1])));
        table.member(
                "containsCIDR",
                "cidr_contains_cidr",
                BOOL,
                List.of(CIDR, CIDR),
                arguments -> ((CelIpNetwork) arguments[0]).contains((CelIpNetwork) arguments[1]));
        table.member("ip", "cidr_ip", IP, List.of(CIDR), arguments -> ((CelIpNetwork) arguments[0]).address());
        table.member("masked", "cidr_masked", CIDR, List.of(CIDR), arguments -> ((CelIpNetwork) arguments[0]).masked());
        table.member("prefixLength", "cidr_prefix_length", INT, List.of(CIDR), arguments ->
                (long) ((CelIpNetwork) arguments[0]).prefixLength());
    }

    private static CelIpAddress address(Object text) {
        return CelIpAddress.parse((String) text)
                .orElseThrow(() -> new IllegalArgumentException(
                        "IP Address \"" + text + "\" parse error during conversion from string: unable to parse IP"));
    }

    private static CelIpNetwork network(Object text) {
        return CelIpNetwork.parse((String) text)
                .orElseThrow(() -> new IllegalArgumentException(
                        "network address parse error during conversion from string: " + text));
    }
}
