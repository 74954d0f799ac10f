package dev.butlerlabs.core.yaml;

import dev.butlerlabs.core.yaml.YamlNode.Kind;
import dev.butlerlabs.core.yaml.YamlNode.Scalar;
import dev.butlerlabs.core.yaml.YamlNode.Style;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * Parses YAML and JSON into nodes. This is the only class that uses a YAML library for reading. It takes the events of the library's
 * parser, which does not recurse, and never its composer, which does and does not return from a merge key that refers to itself.
 */
public final class YamlParser {
    private static final ScalarResolver RESOLVER = new CoreSchema().getScalarResolver();
    private static final Map<Tag, Kind> KINDS = Map.of(
            Tag.STR, Kind.TEXT,
            // Text that has the form of a variable reference.
            Tag.ENV_TAG, Kind.TEXT,
            Tag.INT, Kind.INTEGER,
            Tag.FLOAT, Kind.FLOAT,
            Tag.BOOL, Kind.BOOLEAN,
            Tag.NULL, Kind.NULL);

    private YamlParser() {}

    /**
     * Returns the documents of a text. An empty document is a null scalar.
     *
     * @throws YamlSyntaxException when the text is not well-formed or exceeds a limit
     */
    public static List<YamlNode> parse(String text, YamlLimits limits) {
        if (text.length() > limits.characters()) {
            throw new YamlSyntaxException(Optional.empty(), "is larger than " + limits.size(), "");
        }
        String content = text.startsWith("\uFEFF") ? text.substring(1) : text;
        YamlTreeBuilder builder = new YamlTreeBuilder(limits);
        try {
            new Parse(settings(content)).parseString(content).forEach(event -> accept(builder, event));
        } catch (MarkedYamlEngineException e) {
            throw new YamlSyntaxException(
                    e.getProblemMark().map(YamlParser::position), "is not well-formed YAML", detail(e));
        } catch (YamlEngineException _) {
            throw new YamlSyntaxException(Optional.empty(), "is not YAML", "");
        }
        return builder.documents();
    }

    private static String detail(MarkedYamlEngineException e) {
        return Optional.ofNullable(e.getProblem()).orElse("");
    }

    private static LoadSettings settings(String text) {
        return LoadSettings.builder()
                // The library copies the scalar read so far whenever its buffer is full, which takes quadratic time.
                .setBufferSize(text.length() + 1)
                .setCodePointLimit(Integer.MAX_VALUE)
                .build();
    }

    private static void accept(YamlTreeBuilder builder, Event event) {
        YamlPosition start = event.getStartMark().map(YamlParser::position).orElse(YamlPosition.START);
        YamlPosition end = event.getEndMark().map(YamlParser::position).orElse(start);
        switch (event) {
            case DocumentStartEvent _ -> builder.startDocument();
            case AliasEvent alias -> builder.alias(alias.getAlias().getValue(), start);
            case ScalarEvent scalar -> builder.scalar(anchor(scalar), scalar(scalar, start, end));
            case CollectionStartEvent collection ->
                builder.open(anchor(collection), style(collection.getFlowStyle()), start);
            case MappingEndEvent _ -> builder.closeMapping(end);
            case SequenceEndEvent _ -> builder.closeSequence(end);
            default -> {}
        }
    }

    private static Optional<String> anchor(NodeEvent event) {
        return event.getAnchor().map(anchor -> anchor.getValue());
    }

    private static Scalar scalar(ScalarEvent event, YamlPosition start, YamlPosition end) {
        boolean plain = event.getImplicit().canOmitTagInPlainScalar();
        Tag tag = event.getTag()
                .filter(explicit -> !explicit.equals("!"))
                .map(Tag::new)
                .orElseGet(() -> RESOLVER.resolve(event.getValue(), plain));
        return new Scalar(
                event.getValue(),
                KINDS.getOrDefault(tag, Kind.OTHER),
                tag.getValue(),
                style(event.getScalarStyle()),
                start,
                end);
    }

    private static Style style(FlowStyle style) {
        return style == FlowStyle.BLOCK ? Style.BLOCK : Style.FLOW;
    }

    private static Style style(ScalarStyle style) {
        return switch (style) {
            case LITERAL, FOLDED -> Style.BLOCK;
            case PLAIN -> Style.PLAIN;
            case DOUBLE_QUOTED, SINGLE_QUOTED, JSON_SCALAR_STYLE -> Style.FLOW;
        };
    }

    private static YamlPosition position(Mark mark) {
        return new YamlPosition(mark.getLine() + 1, mark.getColumn() + 1);
    }
}
