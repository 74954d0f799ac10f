package dev.butlerlabs.core.server.http;

import dev.butlerlabs.core.net.CidrBlock;
import dev.butlerlabs.core.net.IpAddress;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The proxies whose header {@code X-Forwarded-For} is read. Immutable.
 *
 * <p>Each proxy appends the address of its client. The client of the console is therefore the rightmost address that is not a trusted proxy;
 * everything to the left of it was sent by that client and can be invented.
 */
public record TrustedProxies(List<CidrBlock> networks) {
    /** The header is never read. */
    public static final TrustedProxies NONE = new TrustedProxies(List.of());

    private static final String HEADER = "x-forwarded-for";

    /** An address, which some proxies write with a port. */
    private static final Pattern ENTRY =
            Pattern.compile("\\[([0-9a-fA-F:.]+)](?::\\d{1,5})?|([0-9.]+):\\d{1,5}|([0-9a-fA-F:.]+)");

    private static final int LONGEST_CHAIN = 100;

    public TrustedProxies {
        networks = List.copyOf(networks);
    }

    /** Returns the request with the address of the client if it was forwarded by a trusted proxy, otherwise the request itself. */
    public WebRequest resolve(WebRequest request) {
        return networks.isEmpty() ? request : request.withAddress(client(request));
    }

    /** An entry that is not an address ends the chain: its client is unknown, so the proxy that wrote it counts as the client. */
    private String client(WebRequest request) {
        String client = request.address();
        List<String> chain = chain(request).reversed();
        for (int hop = 0; isTrusted(client) && hop < Math.min(chain.size(), LONGEST_CHAIN); hop++) {
            Optional<IpAddress> next = parse(chain.get(hop).strip());
            if (next.isEmpty()) {
                return client;
            }
            client = next.get().toString();
        }
        return client;
    }

    private static List<String> chain(WebRequest request) {
        return request.header(HEADER).stream()
                .flatMap(values -> Stream.of(values.split(",", -1)))
                .toList();
    }

    private static Optional<IpAddress> parse(String entry) {
        Matcher matcher = ENTRY.matcher(entry);
        return matcher.matches()
                ? Stream.of(1, 2, 3)
                        .map(matcher::group)
                        .filter(text -> text != null)
                        .findFirst()
                        .flatMap(IpAddress::tryParse)
                : Optional.empty();
    }

    private boolean isTrusted(String address) {
        return IpAddress.tryParse(address)
                .filter(known -> networks.stream().anyMatch(network -> network.contains(known)))
                .isPresent();
    }
}
