package dev.butlerlabs.core.version;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Kubernetes release.
 *
 * @param text version without a leading v, such as 1.35.4
 */
public record KubernetesVersion(int major, int minor, String text) {
    private static final Pattern FORM =
            Pattern.compile("v?(([0-9]{1,5})\\.([0-9]{1,5})\\.[0-9]+(?:[-+][0-9A-Za-z.+-]*)?)");

    public static KubernetesVersion parse(String text) {
        return find(text)
                .orElseThrow(() -> ButlerException.invalid(
                        "Invalid Kubernetes version \"%s\".".formatted(text),
                        List.of(new InputProblem(
                                "kubernetesVersion", "is not a valid version", "use the format 1.35.4"))));
    }

    /**
     * Parses a version.
     *
     * @return empty if the text is not a valid version
     */
    public static Optional<KubernetesVersion> find(String text) {
        Matcher form = FORM.matcher(text.strip());
        return form.matches()
                ? Optional.of(new KubernetesVersion(
                        Integer.parseInt(form.group(2)), Integer.parseInt(form.group(3)), form.group(1)))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return text;
    }
}
