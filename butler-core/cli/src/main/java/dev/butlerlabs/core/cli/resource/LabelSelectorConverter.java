package dev.butlerlabs.core.cli.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Checks the form of a label selector before it is sent. The server checks it again, including the length of names. */
public final class LabelSelectorConverter implements ITypeConverter<String> {
    private static final String NAME = "[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?";
    private static final String KEY = "(?:[a-z0-9][-a-z0-9.]*/)?" + NAME;
    private static final String VALUE = "(?:" + NAME + ")?";
    private static final Pattern CONDITION = Pattern.compile("!?\\s*" + KEY
            + "|" + KEY + "\\s*(?:==?|!=)\\s*" + VALUE
            + "|" + KEY + "\\s+(?:in|notin)\\s*\\(\\s*" + VALUE + "(?:\\s*,\\s*" + VALUE + ")*\\s*\\)"
            + "|" + KEY + "\\s*[<>]\\s*[-+]?[0-9]+");

    @Override
    public String convert(String text) {
        List<String> conditions = conditions(text);
        for (int i = 0; i < conditions.size(); i++) {
            String condition = conditions.get(i).strip();
            if (condition.isEmpty()) {
                throw new TypeConversionException("a label key is expected %s (use a form such as env=prod,tier!=test)"
                        .formatted(i == 0 ? "before the first comma" : "after the comma"));
            }
            if (!CONDITION.matcher(condition).matches()) {
                throw new TypeConversionException(
                        "\"%s\" is not a valid condition (use KEY=VALUE, KEY!=VALUE, KEY in (VALUE,...), KEY notin (VALUE,...), KEY or !KEY)"
                                .formatted(condition));
            }
        }
        return text;
    }

    /** Splits a selector at its commas, except for those between parentheses. */
    private static List<String> conditions(String text) {
        List<String> conditions = new ArrayList<>();
        int start = 0;
        boolean isInside = false;
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character == '(' || character == ')') {
                isInside = character == '(';
            } else if (character == ',' && !isInside) {
                conditions.add(text.substring(start, i));
                start = i + 1;
            }
        }
        conditions.add(text.substring(start));
        return conditions;
    }
}
