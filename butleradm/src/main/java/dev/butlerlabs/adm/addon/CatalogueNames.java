package dev.butlerlabs.adm.addon;

import dev.butlerlabs.core.cli.AskedNames;
import java.util.Iterator;

/** Completion candidates: the names of the addons in the catalog. */
public final class CatalogueNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return AskedNames.listedBy("addon catalog").iterator();
    }
}
