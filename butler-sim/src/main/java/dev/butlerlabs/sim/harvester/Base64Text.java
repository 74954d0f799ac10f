package dev.butlerlabs.sim.harvester;

import dev.butlerlabs.sim.infrastructure.UserData;
import java.util.Base64;

/** What a machine reads at its first boot, as Kubernetes carries it in secrets. */
final class Base64Text {
    private Base64Text() {}

    static String decode(String encoded) {
        return UserData.text(Base64.getDecoder().decode(encoded));
    }
}
