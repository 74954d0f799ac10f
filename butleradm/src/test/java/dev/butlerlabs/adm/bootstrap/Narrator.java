package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressEvent;
import java.util.ArrayDeque;
import java.util.Deque;

/** Remembers the last things a run has told, for when it does not end well. */
final class Narrator implements Progress {
    private static final int LAST = 8;

    private final Deque<String> told = new ArrayDeque<>();

    @Override
    public synchronized void report(ProgressEvent event) {
        told.addLast(event.toString());
        if (told.size() > LAST) {
            told.removeFirst();
        }
    }

    @Override
    public synchronized String toString() {
        return String.join("\n  ", told);
    }
}
