package dev.butlerlabs.adm.addon;

import dev.butlerlabs.core.cli.DynamicCompletionCandidates;
import java.util.Iterator;

/** Completion candidates: the names of the installed addons. */
public final class ManagementAddonCandidates implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return DynamicCompletionCandidates.listedBy("addon list").iterator();
    }
}
