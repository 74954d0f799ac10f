package dev.butlerlabs.core.cli.output;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.emitter.Emitter;
import org.yaml.snakeyaml.events.DocumentEndEvent;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.ImplicitTuple;
import org.yaml.snakeyaml.events.MappingEndEvent;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceEndEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.events.StreamEndEvent;
import org.yaml.snakeyaml.events.StreamStartEvent;

/**
 * Writes the same trees as {@link JsonTextWriter} as YAML with the same meaning in YAML 1.1 and 1.2. It sends events to the library's
 * emitter: the library's representer and resolver would only take time to load, and follow YAML 1.1.
 */
public final class YamlTextWriter {
    /** Strings that need no quotes. A YAML 1.1 reader could parse any other as a number, date or boolean. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_/][A-Za-z0-9_./@+-]*(?: [A-Za-z0-9_./@+(),;-]+)*");

    private static final Pattern RESERVED =
            Pattern.compile("(?i)y|n|yes|no|on|off|true|false|null|nan|inf|infinity|[.](?:inf|nan)");
    private static final ImplicitTuple NO_TAG = new ImplicitTuple(true, true);

    private final StringWriter text = new EscapeWriter();
    private final Emitter emitter = new Emitter(text, options());

    private YamlTextWriter() {}

    /**
     * Returns one YAML document.
     *
     * @throws IllegalArgumentException for a value that {@link JsonTextWriter} does not write either
     */
    public static String of(Object tree) {
        return new YamlTextWriter().write(tree);
    }

    private static DumperOptions options() {
        DumperOptions options = new DumperOptions();
        options.setWidth(Integer.MAX_VALUE);
        options.setSplitLines(false);
        // YAML 1.1 and 1.2 disagree about line-break characters, so only ASCII is written unescaped.
        options.setAllowUnicode(false);
        return options;
    }

    private String write(Object tree) {
        emit(new StreamStartEvent(null, null));
        emit(new DocumentStartEvent(null, null, false, null, Map.of()));
        value(tree);
        emit(new DocumentEndEvent(null, null, false));
        emit(new StreamEndEvent(null, null));
        return text.toString();
    }

    private void value(Object value) {
        switch (value) {
            case null -> scalar("null", ScalarStyle.PLAIN);
            case Map<?, ?> map -> map(map);
            case List<?> list -> list(list);
            case Number number -> number(number);
            case Boolean truth -> scalar(truth.toString(), ScalarStyle.PLAIN);
            case CharSequence words -> string(words.toString());
            case Enum<?> word -> string(word.toString());
            default -> throw notYaml(value);
        }
    }

    private void map(Map<?, ?> map) {
        emit(new MappingStartEvent(null, null, true, null, null, FlowStyle.BLOCK));
        map.forEach((key, value) -> {
            string(String.valueOf(key));
            value(value);
        });
        emit(new MappingEndEvent(null, null));
    }

    private void list(List<?> list) {
        emit(new SequenceStartEvent(null, null, true, null, null, FlowStyle.BLOCK));
        list.forEach(this::value);
        emit(new SequenceEndEvent(null, null));
    }

    private void number(Number number) {
        if (!Double.isFinite(number.doubleValue())) {
            throw notYaml(number);
        }
        scalar(number.toString(), ScalarStyle.PLAIN);
    }

    private static IllegalArgumentException notYaml(Object value) {
        return new IllegalArgumentException(
                "cannot write as YAML: " + value.getClass().getName());
    }

    private void string(String value) {
        scalar(value, styleOf(value));
    }

    private static ScalarStyle styleOf(String value) {
        if (PLAIN.matcher(value).matches() && !RESERVED.matcher(value).matches()) {
            return ScalarStyle.PLAIN;
        }
        return value.indexOf('\n') >= 0 && isPrintableBlock(value) ? ScalarStyle.LITERAL : ScalarStyle.DOUBLE_QUOTED;
    }

    private static boolean isPrintableBlock(String value) {
        return !value.startsWith(" ")
                && !value.startsWith("\n")
                && !value.contains(" \n")
                && value.chars().allMatch(letter -> letter == '\n' || (letter >= ' ' && letter < 0x7f));
    }

    private void scalar(String value, ScalarStyle style) {
        emit(new ScalarEvent(null, null, NO_TAG, value, null, null, style));
    }

    private void emit(Event event) {
        try {
            emitter.emit(event);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes the escapes of the two Unicode separators, which the emitter passes one at a time, in the form that all readers know. */
    private static final class EscapeWriter extends StringWriter {
        @Override
        public void write(String part) {
            super.write(
                    switch (part) {
                        case "\\L" -> "\\u2028";
                        case "\\P" -> "\\u2029";
                        default -> part;
                    });
        }
    }
}
