package dev.butlerlabs.core.cli.output;

/** A template that cannot be parsed, or that does not fit the printed data. The message has no full stop. */
public final class TemplateException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public TemplateException(String message) {
        super(message);
    }

    /**
     * Creates an exception for a place in a template.
     *
     * @param position index of the first wrong character
     */
    public static TemplateException at(String template, int position, String reason) {
        int place = Math.min(position, template.length());
        String before = template.substring(0, place);
        int line = (int) before.chars().filter(character -> character == '\n').count() + 1;
        int column = place - before.lastIndexOf('\n');
        String where = template.contains("\n") ? "line %d, column %d".formatted(line, column) : "column " + column;
        return new TemplateException("%s: %s".formatted(where, reason));
    }
}
