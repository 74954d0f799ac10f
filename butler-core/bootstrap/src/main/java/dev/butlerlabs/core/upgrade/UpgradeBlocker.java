package dev.butlerlabs.core.upgrade;

/**
 * Something that prevents an upgrade.
 *
 * @param sentence what it is
 * @param fix what to do about it
 * @param canPass whether it can disappear by itself, such as a node that is restarting
 */
public record UpgradeBlocker(String sentence, String fix, boolean canPass) {
    public UpgradeBlocker(String sentence, String fix) {
        this(sentence, fix, false);
    }
}
