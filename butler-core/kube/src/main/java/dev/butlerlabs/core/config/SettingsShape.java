package dev.butlerlabs.core.config;

import java.util.Map;
import java.util.Optional;

/** A map with known keys. */
final class SettingsShape extends Shape<Settings> {
    private static final Shape<Section> SECTION = new SectionShape();

    private final Keys keys;

    SettingsShape(Keys keys) {
        this.keys = keys;
    }

    @Override
    Optional<Settings> read(Place place, Value value) {
        return SECTION.read(place, value).map(section -> section.read(keys));
    }

    Keys keys() {
        return keys;
    }

    @Override
    Map<String, Object> schema() {
        return keys.schema();
    }

    @Override
    String phrase() {
        return "a map";
    }
}
