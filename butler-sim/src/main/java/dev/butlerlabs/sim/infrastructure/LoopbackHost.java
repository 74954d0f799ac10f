package dev.butlerlabs.sim.infrastructure;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Assigns loopback addresses to machines without running anything in them. A machine keeps its address. */
public final class LoopbackHost implements MachineHost {
    private static final int PER_NETWORK = 250;

    private final Map<String, Address> addresses = new ConcurrentHashMap<>();
    private final AtomicInteger next = new AtomicInteger();

    @Override
    public Inside boot(Boot boot) {
        return addresses.computeIfAbsent(
                boot.id(), id -> new Address(boot.address().orElseGet(() -> free(next.getAndIncrement()))));
    }

    @Override
    public void forget(String id) {
        addresses.remove(id);
    }

    private static String free(int number) {
        int network = number / PER_NETWORK;
        return "127.%d.%d.%d".formatted(100 + network / PER_NETWORK, network % PER_NETWORK, 2 + number % PER_NETWORK);
    }

    private record Address(String address) implements Inside {
        @Override
        public void close() {
            // No software runs in these machines.
        }
    }
}
