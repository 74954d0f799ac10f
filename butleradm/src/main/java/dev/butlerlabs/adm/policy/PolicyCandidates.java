package dev.butlerlabs.adm.policy;

import dev.butlerlabs.core.cli.DynamicCompletionCandidates;
import java.util.Iterator;

/** Completion candidates: the names of the policies. */
final class PolicyCandidates implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return DynamicCompletionCandidates.listedBy("policy list").iterator();
    }
}
