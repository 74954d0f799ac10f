package dev.butlerlabs.core.config;

import dev.butlerlabs.core.config.ConfigValue.Mapping;
import dev.butlerlabs.core.yaml.YamlLimits;
import dev.butlerlabs.core.yaml.YamlNode;
import dev.butlerlabs.core.yaml.YamlParser;
import dev.butlerlabs.core.yaml.YamlPosition;
import dev.butlerlabs.core.yaml.YamlSyntaxException;
import java.util.List;
import java.util.Optional;

/** Parses a configuration file and reports syntax errors without repeating the text, which may contain secrets. */
final class ConfigYamlParser {
    private final ConfigReadContext start;

    private ConfigYamlParser(ConfigReadContext start) {
        this.start = start;
    }

    /**
     * Returns the mapping of a text.
     *
     * @return empty, with a problem reported, if it does not contain one
     */
    static Optional<Mapping> read(ConfigReadContext start, ConfigText text) {
        return new ConfigYamlParser(start).read(text.text());
    }

    private Optional<Mapping> read(String text) {
        try {
            return document(YamlParser.parse(text, YamlLimits.CONFIGURATION));
        } catch (YamlSyntaxException e) {
            return refused(e.position(), MessageExcerpt.sentence(e.getMessage()));
        }
    }

    private Optional<Mapping> document(List<YamlNode> documents) {
        if (documents.isEmpty()) {
            return refused(Optional.empty(), "is empty");
        }
        YamlNode first = documents.getFirst();
        if (documents.size() > 1) {
            return refused(Optional.of(documents.get(1).start()), "starts a second document; only one is supported");
        }
        return switch (new ConfigValueBuilder(start).value(first)) {
            case Mapping mapping -> Optional.of(mapping);
            case ConfigValue other -> refused(Optional.of(first.start()), "must be a map, not " + other.phrase());
        };
    }

    private Optional<Mapping> refused(Optional<YamlPosition> position, String sentence) {
        start.at(position.map(there -> ConfigValueBuilder.position(start, there))
                        .orElse(start.position()))
                .report(sentence, "");
        return Optional.empty();
    }
}
