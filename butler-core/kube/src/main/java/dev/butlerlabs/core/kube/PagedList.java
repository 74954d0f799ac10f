package dev.butlerlabs.core.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A list of objects that was read in pages, so that neither the API server nor this process holds the whole response.
 *
 * @param resourceVersion the version of the list, from which a watch can continue; empty if the server returned none
 */
public record PagedList<T>(List<T> items, String resourceVersion) {
    /** Objects in a page. Twice as many as kubectl requests at once: each page is a round trip, and one of this size is about 3 MB. */
    public static final long PAGE_SIZE = 1_000;

    public PagedList {
        items = List.copyOf(items);
    }

    /**
     * Reads all pages. If the server forgets the state of the first page meanwhile, reads everything at once.
     *
     * @param list lists with options
     * @param selection the selectors
     */
    public static <T extends HasMetadata> PagedList<T> read(
            Function<ListOptions, ? extends KubernetesResourceList<T>> list, ListOptions selection) {
        List<T> items = new ArrayList<>();
        String next = null;
        String version;
        do {
            KubernetesResourceList<T> page;
            try {
                page = list.apply(new ListOptionsBuilder(selection)
                        .withLimit(PAGE_SIZE)
                        .withContinue(next)
                        .build());
            } catch (KubernetesClientException e) {
                if (next == null || e.getCode() != HttpURLConnection.HTTP_GONE) {
                    throw e;
                }
                return whole(list.apply(new ListOptionsBuilder(selection).build()));
            }
            items.addAll(page.getItems());
            version = version(page);
            next = page.getMetadata().getContinue();
        } while (next != null && !next.isEmpty());
        return new PagedList<>(items, version);
    }

    private static <T extends HasMetadata> PagedList<T> whole(KubernetesResourceList<T> all) {
        return new PagedList<>(all.getItems(), version(all));
    }

    private static String version(KubernetesResourceList<?> list) {
        String version = list.getMetadata().getResourceVersion();
        return version == null ? "" : version;
    }
}
