package dev.butlerlabs.adm.bootstrap;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The addons section of bootstrap files for tests that are not about addons: the CNI and nothing else. */
final class MinimalAddons {
    static final String SECTION = """
            addons:
              storage: {type: none}
              loadBalancer: {type: none}
              certManager: {enabled: false}
              ingress: {enabled: false}
              controlPlaneProvider: {enabled: false}
              capi: {enabled: false}
              gitOps: {enabled: false}
              butlerController: {enabled: false}
              console: {enabled: false}
            """;

    private static final Pattern PRESENT = Pattern.compile("(?m)^addons:\\n(?:(?: .*)?\\n)*");

    private MinimalAddons() {}

    /** Returns the text of an example with this section instead of its own. */
    static String in(String text) {
        return PRESENT.matcher(text).replaceFirst(Matcher.quoteReplacement(SECTION + "\n"));
    }
}
