package dev.butlerlabs.adm.addon;

import dev.butlerlabs.core.cli.AskedNames;
import java.util.Iterator;

/** The names of the addons the cluster has, for completion. */
public final class AddonNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return AskedNames.listedBy("addon list").iterator();
    }
}
