package dev.butlerlabs.adm.init;

import dev.butlerlabs.core.provider.ProviderRegistry;
import java.util.Iterator;

/** Completion candidates: the names of the installed providers. */
final class ProviderNameCandidates implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return ProviderRegistry.load().all().stream()
                .map(provider -> provider.profile().name())
                .iterator();
    }
}
