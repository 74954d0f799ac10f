package dev.butlerlabs.core.cli.output;

/** Colors for one stream; plain text if color is disabled. */
public enum TerminalColors {
    PLAIN,
    COLOURED;

    public String bold(String text) {
        return paint("1", text);
    }

    public String red(String text) {
        return paint("1;31", text);
    }

    public String green(String text) {
        return paint("32", text);
    }

    public String yellow(String text) {
        return paint("33", text);
    }

    public String grey(String text) {
        return paint("90", text);
    }

    private String paint(String code, String text) {
        return this == PLAIN || text.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
    }
}
