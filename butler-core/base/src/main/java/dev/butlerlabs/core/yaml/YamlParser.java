package dev.butlerlabs.core.yaml;

import dev.butlerlabs.core.yaml.YamlNode.Kind;
import dev.butlerlabs.core.yaml.YamlNode.Scalar;
import dev.butlerlabs.core.yaml.YamlNode.Style;
import java.util.List;
import java.util.Optional;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingEndEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceEndEvent;
import org.yaml.snakeyaml.parser.Parser;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.scanner.ScannerImpl;

/**
 * Parses YAML and JSON into nodes. This is the only class that uses a YAML library for reading. It takes the events of the library's
 * parser, which does not recurse, and never its composer, which does and does not return from a merge key that refers to itself. No
 * tag ever constructs an object.
 */
public final class YamlParser {
    static {
        // JSON allows an escaped slash, which YAML adopted in version 1.2. The library offers no other way to allow it.
        ScannerImpl.ESCAPE_REPLACEMENTS.put('/', "/");
    }

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
            read(new YamlCodePointReader(content), builder);
        } catch (MarkedYAMLException e) {
            throw new YamlSyntaxException(
                    Optional.ofNullable(e.getProblemMark()).map(YamlParser::position),
                    "is not well-formed YAML",
                    Optional.ofNullable(e.getProblem())
                            .map(YamlParser::inPlainWords)
                            .orElse(""));
        } catch (YAMLException _) {
            throw new YamlSyntaxException(Optional.empty(), "is not YAML", "");
        }
        return builder.documents();
    }

    /** Replaces the names of the scanner's tokens. */
    private static String inPlainWords(String problem) {
        return problem.startsWith("expected <block end>")
                ? "the indentation does not match the lines above"
                : problem.replace("the node content", "a value").replace("'<stream end>'", "the end of the file");
    }

    private static void read(StreamReader reader, YamlTreeBuilder builder) {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(Integer.MAX_VALUE);
        Parser parser = new ParserImpl(reader, options);
        try {
            for (Event event = parser.getEvent(); event != null; event = parser.getEvent()) {
                accept(builder, event);
            }
        } catch (IllegalArgumentException _) {
            // The scanner cannot describe an unexpected character that the reader hides.
            throw new YamlSyntaxException(position(reader.getMark()), "is not well-formed YAML");
        }
    }

    private static void accept(YamlTreeBuilder builder, Event event) {
        YamlPosition start = position(event.getStartMark());
        YamlPosition end = position(event.getEndMark());
        switch (event) {
            case DocumentStartEvent _ -> builder.startDocument();
            case AliasEvent alias -> builder.alias(alias.getAnchor(), start);
            case ScalarEvent scalar -> builder.scalar(anchor(scalar), scalar(scalar, start, end));
            case CollectionStartEvent collection ->
                builder.open(anchor(collection), style(collection.getFlowStyle()), start);
            case MappingEndEvent _ -> builder.closeMapping(end);
            case SequenceEndEvent _ -> builder.closeSequence(end);
            default -> {}
        }
    }

    private static Optional<String> anchor(NodeEvent event) {
        return Optional.ofNullable(event.getAnchor());
    }

    private static Scalar scalar(ScalarEvent event, YamlPosition start, YamlPosition end) {
        String tag = Optional.ofNullable(event.getTag()).orElse("");
        return new Scalar(event.getValue(), kind(event, tag), tag, style(event.getScalarStyle()), start, end);
    }

    private static Kind kind(ScalarEvent event, String tag) {
        return switch (tag) {
            case "" ->
                event.getScalarStyle() == ScalarStyle.PLAIN ? YamlScalarResolver.ofPlain(event.getValue()) : Kind.TEXT;
            // The non-specific tag only keeps a scalar from being resolved.
            case "!" -> Kind.TEXT;
            default -> YamlScalarResolver.ofTag(tag);
        };
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
