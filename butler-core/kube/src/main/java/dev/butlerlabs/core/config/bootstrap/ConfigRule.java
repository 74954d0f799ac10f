package dev.butlerlabs.core.config.bootstrap;

/** Something that must hold beyond the form of single values. A rule tells what it finds and is silent about what it cannot know. */
@FunctionalInterface
public interface ConfigRule {
    void check(ConfigDraft draft);
}
