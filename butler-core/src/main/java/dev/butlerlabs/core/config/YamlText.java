package dev.butlerlabs.core.config;

import dev.butlerlabs.core.config.Value.Mapping;
import java.util.Iterator;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** Parses YAML and tells what is wrong with its form, without repeating lines of the text, which may hold secrets. */
final class YamlText {
    private static final int LARGEST = 1024 * 1024;

    private final Place start;
    private final LoadSettings settings;

    private YamlText(Place start, String source) {
        this.start = start;
        this.settings = LoadSettings.builder()
                .setLabel(source)
                .setCodePointLimit(LARGEST)
                .setAllowNonScalarKeys(true)
                .setMaxAliasesForCollections(YamlTree.MOST_VALUES)
                .setSchema(new CoreSchema())
                .build();
    }

    /** The map a text holds; nothing, and a problem told, when it holds none. */
    static Optional<Mapping> read(Place start, ConfigText text) {
        return new YamlText(start, text.source()).read(text.text());
    }

    private Optional<Mapping> read(String text) {
        try {
            Optional<YamlAbyss> abyss = YamlAbyss.find(new Parse(settings).parseString(text));
            return abyss.isPresent()
                    ? refused(abyss.get().mark(), abyss.get().sentence())
                    : document(new Compose(settings).composeAllFromString(text).iterator());
        } catch (MarkedYamlEngineException e) {
            return refused(e.getProblemMark(), "is not well-formed YAML: " + Shown.sentence(e.getProblem()));
        } catch (YamlEngineException _) {
            return refused(Optional.empty(), "is not YAML");
        }
    }

    private Optional<Mapping> document(Iterator<Node> documents) {
        if (!documents.hasNext()) {
            return refused(Optional.empty(), "is empty");
        }
        Node first = documents.next();
        if (documents.hasNext()) {
            return refused(documents.next().getStartMark(), "begins a second document; only one is read");
        }
        return switch (new YamlTree(start).value(first)) {
            case Mapping mapping -> Optional.of(mapping);
            case Value other -> refused(first.getStartMark(), "must be a map, not " + other.phrase());
        };
    }

    private Optional<Mapping> refused(Optional<Mark> mark, String sentence) {
        start.at(YamlTree.position(start, mark)).report(sentence, "");
        return Optional.empty();
    }
}
