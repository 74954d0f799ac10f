package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.config.Ipv4Address;
import dev.butlerlabs.core.config.Ipv4Range;
import dev.butlerlabs.core.config.Key;
import dev.butlerlabs.core.config.Settings;
import java.util.Optional;

/** An address range of a file with the key that defines it. */
record Spot(Settings settings, Key<?> key, Ipv4Range range) {
    static Optional<Spot> ofRange(Settings settings, Key<Ipv4Range> key) {
        return settings.find(key).map(range -> new Spot(settings, key, range));
    }

    static Optional<Spot> ofAddress(Settings settings, Key<Ipv4Address> key) {
        return settings.find(key)
                .flatMap(address -> Ipv4Range.between(address, address))
                .map(range -> new Spot(settings, key, range));
    }

    boolean isGiven() {
        return settings.isGiven(key);
    }

    boolean isOneAddress() {
        return range.size() == 1;
    }

    String path() {
        String section = settings.section().path();
        return section.isEmpty() ? key.name() : section + "." + key.name();
    }

    void report(String sentence, String hint) {
        settings.report(key, sentence, hint);
    }
}
