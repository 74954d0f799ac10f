package dev.butlerlabs.sim.local;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/** Generates IDs of 64 hexadecimal digits. */
final class DockerIds {
    private static final int BYTES = 32;

    String next() {
        byte[] bytes = new byte[BYTES];
        ThreadLocalRandom.current().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
