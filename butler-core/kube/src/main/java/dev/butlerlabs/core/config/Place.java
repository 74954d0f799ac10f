package dev.butlerlabs.core.config;

import java.util.Optional;

/**
 * The current position while reading, and the collector of problems.
 *
 * @param surroundings resolves references to variables and files; empty if such text is not a reference
 */
record Place(Problems problems, Optional<Surroundings> surroundings, String path, SourcePosition position) {
    Place child(String name, SourcePosition there) {
        String shown = Shown.text(name);
        return new Place(problems, surroundings, path.isEmpty() ? shown : path + "." + shown, there);
    }

    Place item(int index, SourcePosition there) {
        return new Place(problems, surroundings, path + "[" + index + "]", there);
    }

    Place at(SourcePosition there) {
        return new Place(problems, surroundings, path, there);
    }

    void report(String sentence, String hint) {
        problems.report(position, path, sentence, hint);
    }

    void warn(String sentence, String hint) {
        problems.warn(position, path, sentence, hint);
    }
}
