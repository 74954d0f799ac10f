package dev.butlerlabs.core.cli.output;

/** Formats a document, a tree of maps, lists, texts, numbers and booleans. Immutable. */
public interface DocumentTemplate {
    /**
     * Returns the text for a document.
     *
     * @throws TemplateException if the template does not fit the document
     */
    String format(Object document);

    /** Returns the template without the header row, if it prints one. */
    default DocumentTemplate withoutHeaders() {
        return this;
    }
}
