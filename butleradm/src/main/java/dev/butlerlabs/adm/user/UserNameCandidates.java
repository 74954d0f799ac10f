package dev.butlerlabs.adm.user;

import dev.butlerlabs.core.cli.DynamicCompletionCandidates;
import java.util.Iterator;

/** Completion candidates: the names of the users. */
final class UserNameCandidates implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return DynamicCompletionCandidates.listedBy("user list").iterator();
    }
}
