package dev.butlerlabs.core.config;

import dev.butlerlabs.core.config.ConfigValue.Mapping;
import java.util.Optional;

/**
 * A parsed YAML document whose values carry their line numbers.
 *
 * @param root empty if the text is not YAML or not a mapping
 * @param isReadable whether the text is a mapping, so that checking its keys makes sense
 * @param problems collects all problems, including those found later
 */
public record ConfigDocument(ConfigSection root, boolean isReadable, ProblemCollector problems) {
    /** Parses a text. References to variables and files are resolved in the surroundings when a key is read. */
    public static ConfigDocument of(ConfigText text, ConfigEnvironment surroundings) {
        ProblemCollector problems = new ProblemCollector();
        SourcePosition start = new SourcePosition(text.source(), 1, 1);
        ConfigReadContext place = new ConfigReadContext(problems, Optional.of(surroundings), "", start);
        Optional<Mapping> mapping = ConfigYamlParser.read(place, text);
        ConfigSection root = new ConfigSection(place, mapping.orElseGet(() -> Mapping.empty(start)));
        return new ConfigDocument(root, mapping.isPresent(), problems);
    }
}
