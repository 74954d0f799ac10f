package dev.butlerlabs.core.status;

import java.util.Locale;

/** How severe a problem is, most severe first. */
public enum ProblemSeverity {
    /** The cluster does not work, or the next failure stops it. */
    CRITICAL,
    /** A component does not work. */
    WARNING,
    /** A source could not be read, so that nothing is known about it. */
    UNKNOWN,
    /** Works, but needs attention before long. Does not make a cluster degraded. */
    NOTICE;

    boolean isDegrading() {
        return this != NOTICE;
    }

    /** Returns the word for people and documents. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
