package dev.butlerlabs.core.talos.yaml;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.yaml.YamlLimits;
import dev.butlerlabs.core.yaml.YamlNode;
import dev.butlerlabs.core.yaml.YamlParser;
import dev.butlerlabs.core.yaml.YamlSyntaxException;
import dev.butlerlabs.core.yaml.YamlValueConverter;
import java.util.ArrayList;
import java.util.List;

/** Reads YAML into maps, lists, texts, numbers, booleans and nulls. */
public final class YamlReader {
    private YamlReader() {}

    /**
     * Returns every document of a text, empty ones as null.
     *
     * @param source name of the text for messages
     * @throws ButlerException of kind INVALID with the position, without lines of the text, which may contain secrets
     */
    public static List<Object> documents(String source, String text) {
        List<Object> documents = new ArrayList<>();
        try {
            for (YamlNode document : YamlParser.parse(text, YamlLimits.GENERATED)) {
                documents.add(YamlValueConverter.of(document, YamlValueConverter.Numbers.TALOS));
            }
        } catch (YamlSyntaxException e) {
            throw ButlerException.invalid(
                    source + " is not well-formed YAML.", List.of(new InputProblem(e.place(source), e.getMessage())));
        }
        return documents;
    }
}
