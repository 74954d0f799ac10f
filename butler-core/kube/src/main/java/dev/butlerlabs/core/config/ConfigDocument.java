package dev.butlerlabs.core.config;

import dev.butlerlabs.core.config.Value.Mapping;
import java.util.Optional;

/**
 * A parsed YAML document whose values carry their line numbers.
 *
 * @param root empty if the text is not YAML or not a mapping
 * @param isReadable whether the text is a mapping, so that checking its keys makes sense
 * @param problems collects all problems, including those found later
 */
public record ConfigDocument(Section root, boolean isReadable, Problems problems) {
    /** Parses a text. References to variables and files are resolved in the surroundings when a key is read. */
    public static ConfigDocument of(ConfigText text, Surroundings surroundings) {
        Problems problems = new Problems();
        SourcePosition start = new SourcePosition(text.source(), 1, 1);
        Place place = new Place(problems, Optional.of(surroundings), "", start);
        Optional<Mapping> mapping = YamlText.read(place, text);
        Section root = new Section(place, mapping.orElseGet(() -> Mapping.empty(start)));
        return new ConfigDocument(root, mapping.isPresent(), problems);
    }
}
