package dev.butlerlabs.core.support;

import dev.butlerlabs.core.tree.UntypedTree;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes secrets from trees and texts of a support bundle. Immutable.
 *
 * <p>Known secrets are removed wherever they occur. In addition, fields that contain machine configuration or credentials are removed by their
 * name, and keys, tokens and long encoded content by their form.
 */
public final class BundleRedactor {
    static final String HIDDEN = "(hidden)";

    /** A shorter secret could be a common word, and its removal would make texts unreadable. */
    private static final int SHORTEST_SECRET = 6;

    private static final Set<String> HIDDEN_FIELDS =
            Set.of("userdata", "networkdata", "value", "kubeconfig", "talosconfig", "data", "stringdata", "cabundle");
    /** Objects with such a name contain the name of a Secret, not its value. */
    private static final Pattern SECRET_FIELD = Pattern.compile(
            "(?i).*(password|passwd|passphrase|token|secret|credential|private-?key|client-?key|api-?key|access-?key).*");

    private static final Pattern REFERENCE = Pattern.compile("(?i).*(ref|refs|name|namespace|names)");
    /** An annotation of kubectl with a copy of the whole object. */
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private static final List<Pattern> FORMS = List.of(
            Pattern.compile("-----BEGIN [A-Z0-9 ]*-----[\\s\\S]*?(-----END [A-Z0-9 ]*-----|\\z)"),
            Pattern.compile("\\beyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}(\\.[A-Za-z0-9_-]*)?"),
            Pattern.compile("\\b[a-z0-9]{6}\\.[a-z0-9]{16}\\b"),
            Pattern.compile(
                    "(?<![A-Za-z0-9+/_=-])(?=[A-Za-z0-9+/_=-]*[a-z])(?=[A-Za-z0-9+/_=-]*[A-Z])[A-Za-z0-9+/_=-]{64,}"));

    /** A secret after its name, as in {@code password=x}, {@code "token": "x"} and {@code Authorization: Bearer x}. */
    private static final Pattern NAMED = Pattern.compile(
            "(?i)((?:password|passwd|passphrase|secret|token|api[-_]?key|access[-_]?key(?:[-_]?id)?|client[-_]?key(?:-data)?|private[-_]?key|authorization|credentials?)"
                    + "[\"']?\\s*[=:]\\s*[\"']?(?:bearer |basic )?)([^\\s\"',;&]{4,})");

    private static final Pattern USER_INFO = Pattern.compile("(://[^/\\s:@]+:)[^/\\s@]+@");
    /** Parts of a stored file that are secrets: long words with digits and letters of both cases. */
    private static final Pattern SECRET_WORD = Pattern.compile("[A-Za-z0-9+/=_-]{20,}");

    private final List<String> secrets;

    private BundleRedactor(List<String> secrets) {
        this.secrets = secrets;
    }

    /** Returns a redactor that knows no secrets. */
    public static BundleRedactor unaware() {
        return new BundleRedactor(List.of());
    }

    /**
     * Returns a redactor that removes these values, their Base64 forms and, of texts with several lines, the words that look like keys.
     */
    public static BundleRedactor of(Collection<String> values) {
        Set<String> all = new HashSet<>();
        values.forEach(value -> add(value, all));
        List<String> longestFirst = new ArrayList<>(all);
        longestFirst.sort(Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));
        return new BundleRedactor(List.copyOf(longestFirst));
    }

    private static void add(String value, Set<String> all) {
        String plain = value.strip();
        if (plain.length() < SHORTEST_SECRET) {
            return;
        }
        all.add(plain);
        all.add(Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8)));
        all.add(Base64.getEncoder().encodeToString(plain.getBytes(StandardCharsets.UTF_8)));
        if (plain.contains("\n")) {
            SECRET_WORD
                    .matcher(plain)
                    .results()
                    .map(match -> match.group())
                    .filter(BundleRedactor::looksLikeKey)
                    .forEach(all::add);
        }
    }

    private static boolean looksLikeKey(String word) {
        return word.chars().anyMatch(Character::isDigit)
                && word.chars().anyMatch(Character::isUpperCase)
                && word.chars().anyMatch(Character::isLowerCase);
    }

    /** Returns a copy of a tree without secrets. */
    public Object tree(Object value) {
        return switch (value) {
            case Map<?, ?> map -> entries(UntypedTree.of(map).map());
            case Collection<?> list -> list.stream().map(this::tree).toList();
            case String text -> text(text);
            case null -> "";
            default -> value;
        };
    }

    private Map<String, Object> entries(Map<String, Object> map) {
        Map<String, Object> copy = new LinkedHashMap<>();
        // The value of a named setting is a secret if its name is one, as in the environment of a container.
        boolean isNamedSecret = map.get("name") instanceof String name
                && SECRET_FIELD.matcher(name).matches();
        map.forEach((key, value) -> {
            if (value != null && !key.equals("managedFields") && !key.equals(LAST_APPLIED)) {
                copy.put(text(key), isHidden(key, value, isNamedSecret) ? HIDDEN : tree(value));
            }
        });
        return copy;
    }

    private static boolean isHidden(String key, Object value, boolean isNamedSecret) {
        String lower = key.toLowerCase(Locale.ROOT);
        if (lower.equals("value")) {
            return isNamedSecret || value instanceof String;
        }
        if (lower.equals("data") || lower.equals("stringdata")) {
            return true;
        }
        return value instanceof String
                && (HIDDEN_FIELDS.contains(lower)
                        || (SECRET_FIELD.matcher(key).matches()
                                && !REFERENCE.matcher(key).matches()));
    }

    /** Returns a text without secrets. */
    public String text(String text) {
        String clean = text;
        for (String secret : secrets) {
            clean = clean.replace(secret, HIDDEN);
        }
        for (Pattern form : FORMS) {
            clean = form.matcher(clean).replaceAll(Matcher.quoteReplacement(HIDDEN));
        }
        clean = NAMED.matcher(clean).replaceAll("$1" + Matcher.quoteReplacement(HIDDEN));
        return USER_INFO.matcher(clean).replaceAll("$1" + Matcher.quoteReplacement(HIDDEN) + "@");
    }

    @Override
    public String toString() {
        return "BundleRedactor[" + secrets.size() + " secrets]";
    }
}
