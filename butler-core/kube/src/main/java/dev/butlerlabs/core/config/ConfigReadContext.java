package dev.butlerlabs.core.config;

import java.util.Optional;

/**
 * The current position while reading, and the collector of problems.
 *
 * @param surroundings resolves references to variables and files; empty if such text is not a reference
 */
record ConfigReadContext(
        ProblemCollector problems, Optional<ConfigEnvironment> surroundings, String path, SourcePosition position) {
    ConfigReadContext child(String name, SourcePosition there) {
        String shown = MessageExcerpt.text(name);
        return new ConfigReadContext(problems, surroundings, path.isEmpty() ? shown : path + "." + shown, there);
    }

    ConfigReadContext item(int index, SourcePosition there) {
        return new ConfigReadContext(problems, surroundings, path + "[" + index + "]", there);
    }

    ConfigReadContext at(SourcePosition there) {
        return new ConfigReadContext(problems, surroundings, path, there);
    }

    void report(String sentence, String hint) {
        problems.report(position, path, sentence, hint);
    }

    void warn(String sentence, String hint) {
        problems.warn(position, path, sentence, hint);
    }
}
