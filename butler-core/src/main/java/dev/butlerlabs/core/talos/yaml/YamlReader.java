package dev.butlerlabs.core.talos.yaml;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.Problem;
import java.util.ArrayList;
import java.util.List;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Reads YAML into maps, lists, texts, numbers, truth values and nulls. */
public final class YamlReader {
    private static final int LARGEST = 32 * 1024 * 1024;

    private YamlReader() {}

    /**
     * Every document of a text, those that hold nothing as null.
     *
     * @param source where the text comes from, for messages
     */
    public static List<Object> documents(String source, String text) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(source)
                .setAllowDuplicateKeys(false)
                .setCodePointLimit(LARGEST)
                .setSchema(new TalosScalars())
                .build();
        List<Object> documents = new ArrayList<>();
        try {
            new Load(settings).loadAllFromString(text).forEach(documents::add);
        } catch (MarkedYamlEngineException e) {
            throw malformed(source, place(source, e), e.getProblem());
        } catch (YamlEngineException e) {
            throw malformed(source, source, "is not YAML");
        }
        return documents;
    }

    /** The parser's own message repeats lines of the text, which may hold secrets, so only its one sentence is told. */
    private static ButlerException malformed(String source, String place, String sentence) {
        return ButlerException.invalid(source + " is not well-formed YAML.", List.of(new Problem(place, sentence)));
    }

    private static String place(String source, MarkedYamlEngineException e) {
        return e.getProblemMark()
                .map(mark -> "%s:%d:%d".formatted(source, mark.getLine() + 1, mark.getColumn() + 1))
                .orElse(source);
    }
}
