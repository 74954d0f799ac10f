package dev.butlerlabs.adm.team;

import dev.butlerlabs.core.cli.DynamicCompletionCandidates;
import java.util.Iterator;

/** Completion candidates: the names of the teams. */
final class TeamNameCandidates implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return DynamicCompletionCandidates.listedBy("team list").iterator();
    }
}
