package dev.butlerlabs.core.engine.kind;

import dev.butlerlabs.core.docker.DockerNetworks;
import dev.butlerlabs.core.docker.NetworkSpec;
import dev.butlerlabs.core.docker.NetworkState;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The network that all KIND clusters of an engine share. It is never deleted, as with the {@code kind} CLI. */
record KindNetwork(DockerNetworks networks, String name) {
    private static final String MTU = "com.docker.network.driver.mtu";
    private static final String MASQUERADE = "com.docker.network.bridge.enable_ip_masquerade";
    private static final int ATTEMPTS = 5;
    private static final Pattern OVERLAP = Pattern.compile("(?i)pool overlaps|networks have overlapping");
    private static final Pattern NO_IPV6 = Pattern.compile("(?i)cannot read IPv6 setup for bridge|ip6tables");

    private static final Comparator<NetworkState> MOST_USED_FIRST =
            Comparator.comparingInt(NetworkState::containers).reversed().thenComparing(NetworkState::id);

    /** Creates the network if necessary. If two processes create it concurrently, both keep the same one of the two. */
    NetworkState ensure() {
        if (networks.named(name).isEmpty()) {
            create();
        }
        List<NetworkState> found =
                networks.named(name).stream().sorted(MOST_USED_FIRST).toList();
        if (found.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.DOCKER_REFUSED,
                    "The network %s was deleted right after its creation.".formatted(name),
                    "Check which process deletes Docker networks, and rerun the command.");
        }
        found.stream().skip(1).forEach(this::removeDouble);
        return found.getFirst();
    }

    /** Removes a duplicate. Ignores that another process removed it already, or uses it. */
    private void removeDouble(NetworkState network) {
        try {
            networks.remove(network.id());
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.UNREACHABLE || e.code() == ErrorCode.CANCELLED) {
                throw e;
            }
        }
    }

    private void create() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try {
                networks.create(new NetworkSpec(name, Optional.of(subnet(name, attempt)), options()));
                return;
            } catch (ButlerException e) {
                if (NO_IPV6.matcher(e.getMessage()).find()) {
                    networks.create(new NetworkSpec(name, Optional.empty(), options()));
                    return;
                }
                if (e.code() == ErrorCode.CONFLICT) {
                    return;
                }
                if (!OVERLAP.matcher(e.getMessage()).find() || attempt == ATTEMPTS - 1) {
                    throw e;
                }
            }
        }
    }

    /** Returns the MTU of the default bridge of the engine, which matches the network of the host. */
    private Map<String, String> options() {
        Map<String, String> options = new HashMap<>(Map.of(MASQUERADE, "true"));
        networks.inspect("bridge").map(bridge -> bridge.options().get(MTU)).ifPresent(mtu -> options.put(MTU, mtu));
        return options;
    }

    /** Returns a subnet derived from the name, so that a recreated network has the same addresses. */
    static String subnet(String name, int attempt) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-1");
            digest.update(name.getBytes(StandardCharsets.UTF_8));
            digest.update(ByteBuffer.allocate(Integer.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(attempt)
                    .array());
            String hex = HexFormat.of().formatHex(digest.digest(), 2, 8);
            return "fc00:%x:%x:%x::/64"
                    .formatted(
                            Integer.parseInt(hex, 0, 4, 16),
                            Integer.parseInt(hex, 4, 8, 16),
                            Integer.parseInt(hex, 8, 12, 16));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
