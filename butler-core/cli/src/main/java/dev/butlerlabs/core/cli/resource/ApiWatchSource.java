package dev.butlerlabs.core.cli.resource;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.PagedList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Lists and watches objects of a Kubernetes API. The client reconnects a lost watch by itself. */
final class ApiWatchSource<T extends HasMetadata> implements WatchSource<T> {
    private final FilterWatchListDeletable<T, KubernetesResourceList<T>, Resource<T>> objects;
    private final ListOptions selection;
    private final String kinds;
    private final Requester requester;
    private final UnaryOperator<List<T>> filter;

    /** Runs a request and translates its exceptions. */
    interface Requester {
        <R> R request(String doing, Supplier<R> call);
    }

    ApiWatchSource(
            FilterWatchListDeletable<T, KubernetesResourceList<T>, Resource<T>> objects,
            ListOptions selection,
            String kinds,
            Requester requester,
            UnaryOperator<List<T>> filter) {
        this.objects = objects;
        this.selection = selection;
        this.kinds = kinds;
        this.requester = requester;
        this.filter = filter;
    }

    @Override
    public Page<T> list() {
        PagedList<T> listed = requester.request("listing " + kinds, () -> PagedList.read(objects::list, selection));
        return new Page<>(filter.apply(listed.items()), listed.resourceVersion());
    }

    @Override
    public boolean watch(String resourceVersion, Predicate<Change<T>> changes) {
        BlockingQueue<Signal<T>> signals = new LinkedBlockingQueue<>();
        ListOptions from = new ListOptionsBuilder(selection)
                .withResourceVersion(resourceVersion)
                .withAllowWatchBookmarks(true)
                .build();
        try (Watch _ = requester.request("watching " + kinds, () -> objects.watch(from, new Receiver<>(signals)))) {
            while (true) {
                switch (signals.take()) {
                    case Signal.Changed<T>(Change<T> change) -> {
                        if (!filter.apply(List.of(change.object())).isEmpty() && !changes.test(change)) {
                            return true;
                        }
                    }
                    case Signal.Closed<T>(boolean isResumable) -> {
                        return isResumable;
                    }
                    case Signal.Failed<T>(WatcherException failure) ->
                        throw KubeErrorMapper.translate("watching " + kinds, failure);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ButlerException(ErrorCode.CANCELLED, "Watching %s was interrupted.".formatted(kinds), e);
        }
    }

    private sealed interface Signal<T> {
        record Changed<T>(Change<T> change) implements Signal<T> {}

        record Closed<T>(boolean isResumable) implements Signal<T> {}

        record Failed<T>(WatcherException failure) implements Signal<T> {}
    }

    private record Receiver<T>(BlockingQueue<Signal<T>> signals) implements Watcher<T> {
        @Override
        public void eventReceived(Action action, T object) {
            if (action == Action.ADDED || action == Action.MODIFIED || action == Action.DELETED) {
                signals.add(new Signal.Changed<>(new Change<>(object, action == Action.DELETED)));
            }
        }

        @Override
        public void onClose() {
            signals.add(new Signal.Closed<>(true));
        }

        @Override
        public void onClose(WatcherException failure) {
            signals.add(failure.isHttpGone() ? new Signal.Closed<>(false) : new Signal.Failed<>(failure));
        }
    }
}
