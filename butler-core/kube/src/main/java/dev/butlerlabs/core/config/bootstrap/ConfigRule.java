package dev.butlerlabs.core.config.bootstrap;

/** A rule that involves more than one value. It reports the problems it finds and ignores missing or invalid values. */
@FunctionalInterface
public interface ConfigRule {
    void check(ConfigDraft draft);
}
