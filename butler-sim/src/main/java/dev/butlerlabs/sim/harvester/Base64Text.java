package dev.butlerlabs.sim.harvester;

import dev.butlerlabs.sim.infrastructure.UserData;
import java.util.Base64;

/** Encodes and decodes user data, which Kubernetes stores in Secrets as base64. */
final class Base64Text {
    private Base64Text() {}

    static String decode(String encoded) {
        return UserData.text(Base64.getDecoder().decode(encoded));
    }
}
