package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.DynamicCompletionCandidates;
import java.util.Iterator;

/** Completion candidates: the names of the tenant clusters. */
public final class ClusterNameCandidates implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return DynamicCompletionCandidates.listedBy("cluster list").iterator();
    }
}
