package dev.butlerlabs.adm.idp;

import dev.butlerlabs.core.cli.DynamicCompletionCandidates;
import java.util.Iterator;

/** Completion candidates: the names of the identity providers. */
final class IdentityProviderCandidates implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return DynamicCompletionCandidates.listedBy("idp list").iterator();
    }
}
