package dev.butlerlabs.core.reconcile;

import io.javaoperatorsdk.operator.RegisteredController;
import io.javaoperatorsdk.operator.health.InformerHealthIndicator;
import io.javaoperatorsdk.operator.health.InformerWrappingEventSourceHealthIndicator;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Reports whether the caches of one controller are in sync with the API.
 *
 * @param resource the reconciled resource, such as {@code tenantclusters.butler.butlerlabs.dev}
 */
record ControllerProbe(String resource, RegisteredController<?> controller, StepReconciler<?, ?, ?> reconciler) {
    private static final String PRIMARY = "ControllerResourceEventSource";

    long undecodable() {
        return reconciler.undecodable();
    }

    /** Returns the informers that have not synced or do not watch, such as {@code tenantclusters.butler.butlerlabs.dev: Secret-1}. */
    List<String> unsynced() {
        Map<String, ?> sources = controller.getControllerHealthInfo().informerEventSourceHealthIndicators();
        return sources.isEmpty()
                ? List.of(resource)
                : sources.entrySet().stream()
                        .filter(source -> !isSynced(source.getValue()))
                        .map(source -> name(source.getKey()))
                        .sorted()
                        .toList();
    }

    private String name(String source) {
        return source.endsWith(PRIMARY) ? resource : resource + ": " + source;
    }

    private static boolean isSynced(Object source) {
        Collection<InformerHealthIndicator> informers = Stream.of(source)
                .filter(InformerWrappingEventSourceHealthIndicator.class::isInstance)
                .map(found -> (InformerWrappingEventSourceHealthIndicator<?>) found)
                .flatMap(found -> found.informerHealthIndicators().values().stream())
                .toList();
        return !informers.isEmpty()
                && informers.stream()
                        .allMatch(informer -> informer.isRunning() && informer.hasSynced() && informer.isWatching());
    }
}
