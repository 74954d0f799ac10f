package dev.butlerlabs.adm.addon;

import dev.butlerlabs.core.cli.AskedNames;
import java.util.Iterator;

/** Completion candidates: the names of the installed addons. */
public final class AddonNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return AskedNames.listedBy("addon list").iterator();
    }
}
