package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.AskedNames;
import java.util.Iterator;

/** Completion candidates: the names of the tenant clusters. */
public final class ClusterNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return AskedNames.listedBy("cluster list").iterator();
    }
}
