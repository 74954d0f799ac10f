package dev.butlerlabs.adm.bootstrap;

/** The addons section of bootstrap files for tests that are not about addons: the CNI and nothing else. */
final class MinimalAddons {
    private static final String SWITCHED_OFF = """
              certManager: {enabled: false}
              ingress: {enabled: false}
              controlPlaneProvider: {enabled: false}
              capi: {enabled: false}
              gitOps: {enabled: false}
              butlerController: {enabled: false}
              console: {enabled: false}
            """;

    /** The section for a file that has none. */
    static final String SECTION = """
            addons:
              storage: {type: none}
              loadBalancer: {type: none}
            """ + SWITCHED_OFF;

    private MinimalAddons() {}

    /** Returns the text of an example with the addons switched off. */
    static String in(String text) {
        return text.replaceAll("type: (longhorn|metallb)", "type: none")
                .replace("addons:\n", "addons:\n" + SWITCHED_OFF);
    }
}
