package dev.butlerlabs.core.upgrade;

/**
 * Something that prevents an upgrade.
 *
 * @param sentence what it is
 * @param fix what to do about it
 */
public record UpgradeBlocker(String sentence, String fix) {}
