package dev.butlerlabs.core.embedded.store;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a file of the store.
 *
 * @param revision the revision of a snapshot, or the revision that a log continues
 */
record StoreFileName(Kind kind, long revision) {
    enum Kind {
        LOG("log", 1),
        SNAPSHOT("snapshot", 2);

        private final String word;
        private final int code;

        Kind(String word, int code) {
            this.word = word;
            this.code = code;
        }

        /** Returns the code of this type inside files. */
        int code() {
            return code;
        }
    }

    /** The suffix of files that are being written; files with this suffix at start are left from a crash. */
    private static final String UNFINISHED = ".unfinished";

    private static final Pattern PATTERN = Pattern.compile("(log|snapshot)-(\\d{19})");

    static Optional<StoreFileName> parse(String name) {
        Matcher matcher = PATTERN.matcher(name);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        Kind kind = matcher.group(1).equals(Kind.LOG.word) ? Kind.LOG : Kind.SNAPSHOT;
        return Optional.of(new StoreFileName(kind, Long.parseLong(matcher.group(2))));
    }

    /** Returns the final name of an unfinished file. */
    static Optional<StoreFileName> parseUnfinished(String name) {
        return isUnfinished(name) ? parse(name.substring(0, name.length() - UNFINISHED.length())) : Optional.empty();
    }

    static boolean isUnfinished(String name) {
        return name.endsWith(UNFINISHED);
    }

    String unfinished() {
        return this + UNFINISHED;
    }

    @Override
    public String toString() {
        return "%s-%019d".formatted(kind.word, revision);
    }
}
