package dev.butlerlabs.core.provider.local;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Selects the ports of the loopback interface at which a container publishes its own. They are fixed, because the engine would choose others
 * at every start. The range is below the ports that operating systems assign to outgoing connections, and below the node ports of Kubernetes.
 */
final class HostPortSelector {
    static final int FIRST = 20_000;
    static final int LAST = 29_999;
    private static final int COUNT = LAST - FIRST + 1;

    private final IntPredicate isFree;

    HostPortSelector(IntPredicate isFree) {
        this.isFree = isFree;
    }

    /** Returns whether no process of this machine listens on a port. */
    static boolean isFreeOnThisMachine(int port) {
        try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Selects a port for each port of a container. The search starts at a position that depends on the machine, so that machines that are
     * created at the same time get different ports.
     *
     * @param reserved ports that must not be selected
     * @return selected ports by port of the container
     */
    Map<Integer, Integer> select(String machine, Collection<Integer> containerPorts, Set<Integer> reserved) {
        Set<Integer> taken = new HashSet<>(reserved);
        Map<Integer, Integer> selected = new HashMap<>();
        for (int port : containerPorts) {
            int free = next(Math.floorMod("%s:%d".formatted(machine, port).hashCode(), COUNT), taken);
            taken.add(free);
            selected.put(port, free);
        }
        return selected;
    }

    private int next(int offset, Set<Integer> taken) {
        return IntStream.range(0, COUNT)
                .map(step -> FIRST + (offset + step) % COUNT)
                .filter(port -> !taken.contains(port))
                .filter(isFree)
                .findFirst()
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.QUOTA,
                        "No port from %d to %d of the loopback interface is free.".formatted(FIRST, LAST),
                        "Stop programs or containers that use these ports."));
    }
}
