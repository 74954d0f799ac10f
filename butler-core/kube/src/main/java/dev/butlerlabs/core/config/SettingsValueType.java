package dev.butlerlabs.core.config;

import java.util.Map;
import java.util.Optional;

/** A map with known keys. */
final class SettingsValueType extends ConfigValueType<ConfigSettings> {
    private static final ConfigValueType<ConfigSection> SECTION = new SectionValueType();

    private final ConfigKeys keys;

    SettingsValueType(ConfigKeys keys) {
        this.keys = keys;
    }

    @Override
    Optional<ConfigSettings> read(ConfigReadContext place, ConfigValue value) {
        return SECTION.read(place, value).map(section -> section.read(keys));
    }

    ConfigKeys keys() {
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
