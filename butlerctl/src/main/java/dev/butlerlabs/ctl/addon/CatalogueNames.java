package dev.butlerlabs.ctl.addon;

import dev.butlerlabs.core.cli.AskedNames;
import java.util.Iterator;

/** The names of the addons that can be had, for completion. */
public final class CatalogueNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return AskedNames.listedBy("addon catalog").iterator();
    }
}
