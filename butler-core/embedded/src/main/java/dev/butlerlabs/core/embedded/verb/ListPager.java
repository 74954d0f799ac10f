package dev.butlerlabs.core.embedded.verb;

import dev.butlerlabs.core.embedded.registry.ObjectRegistry;
import dev.butlerlabs.core.embedded.registry.StoredObjectViews;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.store.CompactedException;
import dev.butlerlabs.core.embedded.store.RangeQuery;
import dev.butlerlabs.core.embedded.store.RangeResult;
import dev.butlerlabs.core.embedded.store.StoreEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads lists page by page. */
final class ListPager {
    private static final int SELECTING_STEP = 1000;

    private final ObjectRegistry registry;

    ListPager(ObjectRegistry registry) {
        this.registry = registry;
    }

    StoreEntryPage read(ServedResource resource, String namespace, ListOptions options) {
        refuseFuture(options);
        long revision = options.next().map(ContinueToken::revision).orElse(exactRevision(options));
        String prefix = prefix(resource, namespace, options);
        String after = options.next().map(ContinueToken::after).orElse("");
        try {
            return options.selector().selectsEverything()
                    ? everything(prefix, after, options.limit(), revision)
                    : selected(resource, prefix, after, options, revision);
        } catch (CompactedException e) {
            throw expired(options);
        }
    }

    /** Returns the key prefix to read; a selector for one name reads a single key. */
    private static String prefix(ServedResource resource, String namespace, ListOptions options) {
        boolean single = options.exactName().isPresent() && (!resource.namespaced() || !namespace.isEmpty());
        return single ? resource.key(namespace, options.exactName().get()) : resource.prefix(namespace);
    }

    private static long exactRevision(ListOptions options) {
        return options.exactly() ? options.version().orElse(0L) : 0;
    }

    private void refuseFuture(ListOptions options) {
        long current = registry.store().revision();
        long wanted = options.version().orElse(0L);
        if (Long.compareUnsigned(wanted, current) > 0) {
            throw ApiException.futureVersion(wanted, current);
        }
    }

    private StoreEntryPage everything(String prefix, String after, int limit, long revision) {
        RangeResult range = registry.range(new RangeQuery(prefix, after, limit, revision));
        return range.more()
                ? new StoreEntryPage(
                        range.revision(),
                        range.entries(),
                        Optional.of(new ContinueToken(
                                range.revision(), range.entries().getLast().key())),
                        OptionalLong.of(range.remaining()))
                : new StoreEntryPage(range.revision(), range.entries(), Optional.empty(), OptionalLong.empty());
    }

    private StoreEntryPage selected(
            ServedResource resource, String prefix, String after, ListOptions options, long revision) {
        List<StoreEntry> found = new ArrayList<>();
        int step = options.limit() == 0 ? 0 : Math.max(options.limit(), SELECTING_STEP);
        String start = after;
        long shown = revision;
        while (true) {
            RangeResult range = registry.range(new RangeQuery(prefix, start, step, shown));
            shown = range.revision();
            for (StoreEntry entry : range.entries()) {
                if (options.selector().test(StoredObjectViews.object(resource, entry.value()))) {
                    if (options.limit() > 0 && found.size() == options.limit()) {
                        ContinueToken next =
                                new ContinueToken(shown, found.getLast().key());
                        return new StoreEntryPage(shown, found, Optional.of(next), OptionalLong.empty());
                    }
                    found.add(entry);
                }
            }
            if (!range.more()) {
                return new StoreEntryPage(shown, found, Optional.empty(), OptionalLong.empty());
            }
            start = range.entries().getLast().key();
        }
    }

    private static ApiException expired(ListOptions options) {
        if (options.next().isEmpty()) {
            return ApiException.expired("The resourceVersion for the provided list is too old.");
        }
        ContinueToken rest = new ContinueToken(0, options.next().get().after());
        return ApiException.expired(
                        "The provided continue parameter is too old to display a consistent list result. You can start a new list"
                                + " without the continue parameter, or use the continue token in this response to retrieve the"
                                + " remainder of the results. Continuing with the provided token results in an inconsistent list -"
                                + " objects that were created, modified, or deleted between the time the first chunk was returned"
                                + " and now may show up in the list.")
                .withContinue(rest.text());
    }
}
