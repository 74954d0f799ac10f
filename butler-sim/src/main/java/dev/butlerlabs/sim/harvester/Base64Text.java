package dev.butlerlabs.sim.harvester;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Text as Kubernetes carries it in secrets. */
final class Base64Text {
    private Base64Text() {}

    static String decode(String encoded) {
        return new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
    }
}
