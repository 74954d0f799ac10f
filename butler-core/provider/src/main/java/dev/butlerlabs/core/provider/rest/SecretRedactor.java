package dev.butlerlabs.core.provider.rest;

import dev.butlerlabs.core.api.SensitiveText;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Redacts texts of a server: an error can repeat parts of the request, and with them secrets. Immutable.
 *
 * <p>Known secrets are hidden wherever they occur; long encoded content is cut even if it is not known.
 */
public final class SecretRedactor {
    private static final int LONGEST = 300;
    private static final int SHORTEST_SECRET_LINE = 6;

    /** Encoded content. A path of a resource has no segment of this length, and a UUID no such run of more than twelve characters. */
    private static final Pattern ENCODED =
            Pattern.compile("(?:[A-Za-z0-9+_=]{12,}/)*[A-Za-z0-9+_=]{33,}(?:/[A-Za-z0-9+/_=]*)?");

    private static final String HIDDEN = "(hidden)";

    private final Set<String> secrets;

    private SecretRedactor(Set<String> secrets) {
        this.secrets = secrets;
    }

    public static SecretRedactor of(List<SensitiveText> secrets) {
        return new SecretRedactor(Set.of()).with(secrets.stream().map(SensitiveText::value));
    }

    /** Returns a copy that also redacts these secrets. */
    public SecretRedactor withSecrets(List<SensitiveText> more) {
        return with(more.stream().map(SensitiveText::value));
    }

    /** Returns a copy that also redacts this user data, its Base64 form and each of its lines. */
    public SecretRedactor withUserData(SensitiveText userData) {
        return with(Stream.concat(
                Stream.of(
                        userData.value(),
                        Base64.getEncoder().encodeToString(userData.value().getBytes(StandardCharsets.UTF_8))),
                userData.value().lines().map(String::strip).filter(line -> line.length() >= SHORTEST_SECRET_LINE)));
    }

    /** Returns a copy that also redacts user data in its Base64 form. */
    public SecretRedactor withEncodedUserData(Optional<String> encoded) {
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
    public String clean(String text) {
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
        return "SecretRedactor[" + secrets.size() + " secrets]";
    }
}
