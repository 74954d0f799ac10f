package dev.butlerlabs.core.cli.output;

import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.representer.StandardRepresenter;

/** Writes the same trees as {@link JsonTextWriter} as YAML with the same meaning in YAML 1.1 and 1.2. */
public final class YamlTextWriter {
    private static final DumpSettings SETTINGS = DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setDefaultScalarStyle(ScalarStyle.PLAIN)
            .setDereferenceAliases(true)
            .setWidth(Integer.MAX_VALUE)
            .setSplitLines(false)
            // YAML 1.1 and 1.2 disagree about line-break characters, so only ASCII is written unescaped.
            .setUseUnicodeEncoding(false)
            .build();

    private YamlTextWriter() {}

    public static String of(Object tree) {
        return new Dump(SETTINGS, new Representer()).dumpToString(tree);
    }

    /** Quotes strings that a YAML 1.1 reader would parse as a number, date or boolean. */
    private static final class Representer extends StandardRepresenter {
        private static final Pattern PLAIN =
                Pattern.compile("[A-Za-z_/][A-Za-z0-9_./@+-]*(?: [A-Za-z0-9_./@+(),;-]+)*");
        private static final Pattern RESERVED =
                Pattern.compile("(?i)y|n|yes|no|on|off|true|false|null|nan|inf|infinity|[.](?:inf|nan)");

        Representer() {
            super(SETTINGS);
            representers.put(String.class, value -> text((String) value));
            parentClassRepresenters.put(Enum.class, value -> text(value.toString()));
        }

        private Node text(String value) {
            return representScalar(Tag.STR, value, styleOf(value));
        }

        private static ScalarStyle styleOf(String value) {
            if (PLAIN.matcher(value).matches() && !RESERVED.matcher(value).matches()) {
                return ScalarStyle.PLAIN;
            }
            return value.indexOf('\n') >= 0 && isPrintableBlock(value)
                    ? ScalarStyle.LITERAL
                    : ScalarStyle.DOUBLE_QUOTED;
        }

        private static boolean isPrintableBlock(String value) {
            return !value.startsWith(" ")
                    && !value.startsWith("\n")
                    && !value.contains(" \n")
                    && value.chars().allMatch(letter -> letter == '\n' || (letter >= ' ' && letter < 0x7f));
        }
    }
}
