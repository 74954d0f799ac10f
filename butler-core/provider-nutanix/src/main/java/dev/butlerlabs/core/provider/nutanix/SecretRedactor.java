package dev.butlerlabs.core.provider.nutanix;

import dev.butlerlabs.core.api.SensitiveText;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Redacts texts of Prism: an error can repeat parts of the request, and with them secrets. */
final class SecretRedactor {
    private static final int LONGEST = 300;
    private static final int SHORTEST_SECRET_LINE = 6;

    /** Encoded content. The longest such run in a UUID has twelve characters. */
    private static final Pattern ENCODED = Pattern.compile("[A-Za-z0-9+/_=]{33,}");

    private static final String HIDDEN = "(hidden)";

    private final Set<String> secrets;

    private SecretRedactor(Set<String> secrets) {
        this.secrets = secrets;
    }

    static SecretRedactor of(List<SensitiveText> secrets) {
        return new SecretRedactor(Set.of()).with(secrets.stream().map(SensitiveText::value));
    }

    /** Returns a copy that also redacts each line of this user data. */
    SecretRedactor withUserData(SensitiveText userData) {
        return with(Stream.concat(
                Stream.of(userData.value()),
                userData.value().lines().map(String::strip).filter(line -> line.length() >= SHORTEST_SECRET_LINE)));
    }

    /** Returns a copy that also redacts user data as Prism returns it. */
    SecretRedactor withEncodedUserData(Optional<String> encoded) {
        return encoded.map(text -> withUserData(new SensitiveText(decoded(text))))
                .orElse(this);
    }

    private static String decoded(String text) {
        try {
            return new String(Base64.getMimeDecoder().decode(text), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return text;
        }
    }

    private SecretRedactor with(Stream<String> more) {
        Set<String> all = new HashSet<>(secrets);
        more.filter(text -> !text.isBlank()).forEach(all::add);
        return new SecretRedactor(Set.copyOf(all));
    }

    /** Returns the text on one line, with a maximum length and without secrets. */
    String clean(String text) {
        String shown = text;
        for (String secret : longestFirst()) {
            shown = hiding(shown, secret);
        }
        shown = ENCODED.matcher(shown)
                .replaceAll("(cut)")
                .replaceAll("\\s+", " ")
                .strip();
        return shown.length() > LONGEST ? shown.substring(0, LONGEST) + "…" : shown;
    }

    /** Redacts a short secret only as a whole word: a user named {@code a} must not make a text unreadable. */
    private static String hiding(String text, String secret) {
        return secret.length() >= SHORTEST_SECRET_LINE
                ? text.replace(secret, HIDDEN)
                : text.replaceAll("(?<!\\w)" + Pattern.quote(secret) + "(?!\\w)", HIDDEN);
    }

    private List<String> longestFirst() {
        return secrets.stream()
                .sorted((one, other) -> Integer.compare(other.length(), one.length()))
                .toList();
    }

    @Override
    public String toString() {
        return "Echo[" + secrets.size() + " secrets]";
    }
}
