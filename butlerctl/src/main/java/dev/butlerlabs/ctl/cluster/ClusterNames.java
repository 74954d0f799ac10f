package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.AskedNames;
import java.util.Iterator;

/** The names of the tenant clusters, for completion. */
public final class ClusterNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return AskedNames.listedBy("cluster list").iterator();
    }
}
