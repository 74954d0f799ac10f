package dev.butlerlabs.core.cli.context;

import dev.butlerlabs.core.cli.DynamicCompletionCandidates;
import java.util.Iterator;

/** Completion candidates: the names of the contexts. */
final class ContextNameCandidates implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return DynamicCompletionCandidates.listedBy("context list").iterator();
    }
}
