package dev.butlerlabs.adm.addon;

import dev.butlerlabs.core.cli.DynamicCompletionCandidates;
import java.util.Iterator;

/** Completion candidates: the names of the addons in the catalog. */
public final class ManagementCatalogCandidates implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return DynamicCompletionCandidates.listedBy("addon catalog").iterator();
    }
}
