package dev.butlerlabs.core.docker;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of an image. If there is a digest, the tag is informational.
 *
 * @param repository such as {@code kindest/node}
 * @param digest such as {@code sha256:0123…}
 */
public record ImageName(String repository, Optional<String> tag, Optional<String> digest) {
    private static final Pattern FORM = Pattern.compile(
            "([a-zA-Z0-9](?:[a-zA-Z0-9._:/-]*?[a-zA-Z0-9])?)(?::([\\w][\\w.-]{0,127}))?(?:@(sha256:[0-9a-f]{64}))?");

    public static ImageName parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw ButlerException.invalid(
                    "Invalid image name.",
                    List.of(new InputProblem("image", "'%s' is not a valid image name".formatted(text))));
        }
        return new ImageName(parts.group(1), Optional.ofNullable(parts.group(2)), Optional.ofNullable(parts.group(3)));
    }

    /** Returns the digest or tag that identifies the content. */
    String reference() {
        return digest.or(() -> tag).orElse("latest");
    }

    /** Returns the name for requests to the engine. */
    public String wanted() {
        return repository + (digest.isPresent() ? "@" : ":") + reference();
    }

    @Override
    public String toString() {
        return repository
                + tag.map(text -> ":" + text).orElse("")
                + digest.map(text -> "@" + text).orElse("");
    }
}
