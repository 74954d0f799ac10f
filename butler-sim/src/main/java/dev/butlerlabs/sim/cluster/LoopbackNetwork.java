package dev.butlerlabs.sim.cluster;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * A range of 254 loopback addresses for exclusive use.
 *
 * <p>Listening on its first address reserves the range, so that two networks never overlap, even in different
 * processes.
 */
final class LoopbackNetwork implements AutoCloseable {
    static final int TALOS_PORT = 50_000;
    static final int KUBERNETES_PORT = 6443;

    private static final int FIRST_MACHINE = 2;
    private static final int LAST_MACHINE = 179;
    private static final int LAST_FREE = 199;
    private static final int LAST_POOLED = 254;
    private static final int ATTEMPTS = 64;

    private final String prefix;
    private final List<ServerSocket> claim;
    private final boolean[] taken = new boolean[LAST_MACHINE + 1];
    private int nextMachine = FIRST_MACHINE;
    private int lastMachine = LAST_MACHINE;
    private int nextFree = LAST_MACHINE + 1;
    private int nextPooled = LAST_FREE + 1;

    private LoopbackNetwork(String prefix, List<ServerSocket> claim) {
        this.prefix = prefix;
        this.claim = claim;
    }

    /** Selects a free network by trying random ones; skips the lowest and highest, which other programs use. */
    static LoopbackNetwork choose(RandomGenerator random) {
        IOException last = new IOException("no network tried");
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            String prefix = "127.%d.%d.".formatted(random.nextInt(16, 96), random.nextInt(0, 256));
            try {
                return new LoopbackNetwork(prefix, claim(prefix + 1));
            } catch (IOException e) {
                last = e;
            }
        }
        throw new ButlerException(
                ErrorCode.ENVIRONMENT,
                "Cannot reserve loopback addresses for simulated machines after %d attempts: %s."
                        .formatted(ATTEMPTS, last.getMessage()),
                "Linux provides all of 127.0.0.0/8 unless a program listens on port %d or %d of all addresses. Other systems provide only 127.0.0.1 and are not supported."
                        .formatted(TALOS_PORT, KUBERNETES_PORT),
                List.of(),
                last);
    }

    private static List<ServerSocket> claim(String address) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int port : new int[] {TALOS_PORT, KUBERNETES_PORT}) {
                ServerSocket socket = new ServerSocket();
                sockets.add(socket);
                socket.bind(new InetSocketAddress(address, port));
            }
            return sockets;
        } catch (IOException e) {
            close(sockets);
            throw e;
        }
    }

    String cidr() {
        return prefix + "0/24";
    }

    String gateway() {
        return prefix + 1;
    }

    boolean holds(String address) {
        return address.startsWith(prefix);
    }

    /** Returns all addresses that machines can get. */
    List<String> machineAddresses() {
        return IntStream.rangeClosed(FIRST_MACHINE, LAST_MACHINE)
                .mapToObj(number -> prefix + number)
                .toList();
    }

    /** Allocates an address for a machine. Released addresses are reused as late as possible. */
    synchronized String takeForMachine() {
        for (int tries = 0; tries <= lastMachine - FIRST_MACHINE; tries++) {
            int number = nextMachine;
            nextMachine = nextMachine >= lastMachine ? FIRST_MACHINE : nextMachine + 1;
            if (!taken[number]) {
                taken[number] = true;
                return prefix + number;
            }
        }
        throw new IllegalStateException(
                "the simulated network supports only %d machines".formatted(lastMachine - FIRST_MACHINE + 1));
    }

    /** Allocates this address for a machine; empty if it is outside the network, not a machine address, or in use. */
    synchronized Optional<String> takeForMachine(String address) {
        if (!machineAddresses().contains(address) || taken[number(address)]) {
            return Optional.empty();
        }
        taken[number(address)] = true;
        return Optional.of(address);
    }

    private int number(String address) {
        return Integer.parseInt(address.substring(prefix.length()));
    }

    /** Reserves a range {@code first-last} for machines with static addresses. */
    synchronized String keepForMachines(int size) {
        if (size < 1 || lastMachine - size < nextMachine) {
            throw new IllegalStateException(
                    "the simulated network has no addresses left for %d machines".formatted(size));
        }
        int last = lastMachine;
        lastMachine -= size;
        return prefix + (lastMachine + 1) + "-" + prefix + last;
    }

    synchronized void giveBack(String address) {
        taken[number(address)] = false;
    }

    synchronized String takeFree() {
        if (nextFree > LAST_FREE) {
            throw new IllegalStateException("the simulated network has no free addresses left");
        }
        return prefix + nextFree++;
    }

    /** Reserves a range {@code first-last} for load balancers. */
    synchronized String takePool(int size) {
        if (size < 1 || nextPooled + size - 1 > LAST_POOLED) {
            throw new IllegalStateException("the simulated network has no addresses left for a pool of " + size);
        }
        int first = nextPooled;
        nextPooled += size;
        return prefix + first + "-" + prefix + (nextPooled - 1);
    }

    @Override
    public void close() {
        try {
            close(claim);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void close(List<ServerSocket> sockets) throws IOException {
        for (ServerSocket socket : sockets) {
            socket.close();
        }
    }
}
