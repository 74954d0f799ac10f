package dev.butlerlabs.core.yaml;

/**
 * A position in a text.
 *
 * @param line counted from 1
 * @param column counted from 1
 */
public record YamlPosition(int line, int column) {
    public static final YamlPosition START = new YamlPosition(1, 1);
}
