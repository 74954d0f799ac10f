package dev.butlerlabs.core.engine.kind;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The Kubernetes version of a node image. */
record KindNodeVersion(String text, int minor) {
    private static final Pattern FORM = Pattern.compile("v1\\.(\\d{1,4})\\.\\d{1,4}([-+][0-9A-Za-z.+-]*)?");
    private static final int OLDEST = 25;

    static KindNodeVersion parse(String text) {
        Matcher parts = FORM.matcher(text.strip());
        if (!parts.matches()) {
            throw new ButlerException(
                    ErrorCode.ENGINE_FAILED,
                    "The image is not a KIND node image: its /kind/version contains '%s'.".formatted(text.strip()),
                    "Specify another image with --engine-image.");
        }
        return new KindNodeVersion(text.strip(), Integer.parseInt(parts.group(1))).supported();
    }

    private KindNodeVersion supported() {
        if (minor < OLDEST) {
            throw new ButlerException(
                    ErrorCode.ENGINE_FAILED,
                    "The node image has Kubernetes %s; the oldest supported version is 1.%d.".formatted(text, OLDEST),
                    "Specify another image with --engine-image.");
        }
        return this;
    }

    boolean isAtLeast(int wanted) {
        return minor >= wanted;
    }
}
