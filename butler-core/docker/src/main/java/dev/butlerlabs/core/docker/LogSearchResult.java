package dev.butlerlabs.core.docker;

/**
 * The result of searching a log.
 *
 * @param ended whether the container stopped before the pattern was found
 * @param text the log as far as it was read
 */
public record LogSearchResult(boolean found, boolean ended, String text) {}
