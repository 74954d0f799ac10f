package dev.butlerlabs.core.embedded.selector;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tokens of a selector. */
final class SelectorTokens {
    private static final Pattern TOKEN = Pattern.compile("\\s*(==|!=|[=!(),<>]|[^\\s=!(),<>]+)");
    private static final Set<String> SYMBOLS = Set.of("=", "==", "!=", "!", "(", ")", ",", "<", ">");

    private final List<String> tokens = new ArrayList<>();
    private int next;

    SelectorTokens(String text) {
        Matcher matcher = TOKEN.matcher(text.strip());
        while (matcher.lookingAt()) {
            tokens.add(matcher.group(1));
            matcher.region(matcher.end(), matcher.regionEnd());
        }
    }

    static boolean isSymbol(String token) {
        return SYMBOLS.contains(token);
    }

    boolean atEnd() {
        return next == tokens.size();
    }

    String peek() {
        return tokens.get(next);
    }

    String take() {
        return tokens.get(next++);
    }

    void back() {
        next--;
    }

    boolean takeIf(String token) {
        boolean there = !atEnd() && peek().equals(token);
        if (there) {
            next++;
        }
        return there;
    }
}
