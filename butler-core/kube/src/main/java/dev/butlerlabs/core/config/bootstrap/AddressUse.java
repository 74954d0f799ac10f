package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.config.ConfigKey;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.config.Ipv4Range;
import dev.butlerlabs.core.net.IpAddress;
import java.util.Optional;

/** An address range of a file with the key that defines it. */
record AddressUse(ConfigSettings settings, ConfigKey<?> key, Ipv4Range range) {
    static Optional<AddressUse> ofRange(ConfigSettings settings, ConfigKey<Ipv4Range> key) {
        return settings.find(key).map(range -> new AddressUse(settings, key, range));
    }

    static Optional<AddressUse> ofAddress(ConfigSettings settings, ConfigKey<IpAddress> key) {
        return settings.find(key)
                .flatMap(address -> Ipv4Range.between(address, address))
                .map(range -> new AddressUse(settings, key, range));
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
