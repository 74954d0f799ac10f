package dev.butlerlabs.core.provider.proxmox;

import dev.butlerlabs.core.provider.MachineId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.stream.IntStream;

/**
 * The VM IDs that machines may use, both ends included.
 *
 * <p>A machine tries the IDs in an order of its own, which is derived from its name and owner. Different machines start at
 * different IDs, so that they rarely compete for one. The same machine always starts at the same ID: a request that is repeated
 * because its response was lost requests the same ID again, and Proxmox creates each ID only once.
 */
record ProxmoxVmIds(int start, int end) {
    static final ProxmoxVmIds DEFAULT = new ProxmoxVmIds(20_000, 29_999);

    boolean isEmpty() {
        return end < start;
    }

    int size() {
        return end - start + 1;
    }

    boolean contains(int id) {
        return id >= start && id <= end;
    }

    /** Returns all IDs, each once, in the order of a machine. */
    IntStream orderFor(MachineId machine) {
        int first = Math.floorMod(hash(machine), size());
        return IntStream.range(0, size()).map(step -> start + Math.floorMod((long) first + step, size()));
    }

    private static long hash(MachineId machine) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest((machine.owner().uid() + "/" + machine.name()).getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
