package dev.butlerlabs.adm.bootstrap;

/** Escapes text for HTML. */
final class HtmlText {
    private HtmlText() {}

    /** Returns a text that is safe in an element and in a quoted attribute. */
    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
