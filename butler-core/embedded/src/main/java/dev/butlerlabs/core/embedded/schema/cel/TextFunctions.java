package dev.butlerlabs.core.embedded.schema.cel;

import static dev.butlerlabs.core.embedded.schema.cel.FunctionTable.INT;
import static dev.butlerlabs.core.embedded.schema.cel.FunctionTable.STRING;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import java.util.ArrayList;
import java.util.List;

/** CEL functions for searching and formatting strings. */
final class TextFunctions {
    private TextFunctions() {}

    static void addTo(FunctionTable table) {
        ListType texts = ListType.create(STRING);
        table.member("find", "string_find_string", STRING, List.of(STRING, STRING), arguments -> {
            List<String> found = find((String) arguments[0], (String) arguments[1], 1);
            return found.isEmpty() ? "" : found.getFirst();
        });
        table.member(
                "findAll",
                "string_find_all_string",
                texts,
                List.of(STRING, STRING),
                arguments -> find((String) arguments[0], (String) arguments[1], -1));
        table.member(
                "findAll",
                "string_find_all_string_int",
                texts,
                List.of(STRING, STRING, INT),
                arguments -> find((String) arguments[0], (String) arguments[1], (Long) arguments[2]));
        table.member(
                "format",
                "string_format_list",
                STRING,
                List.of(STRING, ListType.create(SimpleType.DYN)),
                arguments -> TextFormat.format((String) arguments[0], (List<?>) arguments[1]));
    }

    /** Returns the first matches; all matches if the limit is negative. */
    private static List<String> find(String text, String expression, long most) {
        List<String> found = new ArrayList<>();
        Matcher matcher = Pattern.compile(expression).matcher(text);
        while ((most < 0 || found.size() < most) && matcher.find()) {
            found.add(matcher.group());
        }
        return found;
    }
}
