package dev.butlerlabs.core.config;

import dev.butlerlabs.core.config.Value.Mapping;
import java.util.Optional;

/**
 * A YAML document as a section that knows every line, and what was wrong with its form.
 *
 * @param root empty when the text is no YAML or no map
 * @param isReadable whether the text is a map at all, so that it makes sense to look for keys
 * @param problems to which everything found later is added
 */
public record ConfigDocument(Section root, boolean isReadable, Problems problems) {
    /** Reads a text; references to variables and files are looked up in the surroundings when a key is read. */
    public static ConfigDocument of(ConfigText text, Surroundings surroundings) {
        Problems problems = new Problems();
        SourcePosition start = new SourcePosition(text.source(), 1, 1);
        Place place = new Place(problems, Optional.of(surroundings), "", start);
        Optional<Mapping> mapping = YamlText.read(place, text);
        Section root = new Section(place, mapping.orElseGet(() -> Mapping.empty(start)));
        return new ConfigDocument(root, mapping.isPresent(), problems);
    }
}
