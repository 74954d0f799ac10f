package dev.butlerlabs.core.docker;

/**
 * What came of looking for something in a log.
 *
 * @param ended whether the container ended, unless it was found
 * @param text the log as far as it was read
 */
public record LogSearch(boolean found, boolean ended, String text) {}
