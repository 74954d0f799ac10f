package dev.butlerlabs.core.reconcile;

import io.javaoperatorsdk.operator.RegisteredController;
import io.javaoperatorsdk.operator.health.InformerHealthIndicator;
import io.javaoperatorsdk.operator.health.InformerWrappingEventSourceHealthIndicator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Reports whether the caches of one controller are in sync with the API.
 *
 * @param resource the reconciled resource, such as {@code tenantclusters.butler.butlerlabs.dev}
 * @param watches decides whether an informer that reports no watch has lost it
 */
record ControllerProbe(
        String resource,
        RegisteredController<?> controller,
        StepReconciler<?, ?, ?> reconciler,
        LostWatchDetector watches) {
    private static final String PRIMARY = "ControllerResourceEventSource";

    long undecodable() {
        return reconciler.undecodable();
    }

    /** Returns the informers that have not synced or have lost their watch, such as {@code tenantclusters.butler.butlerlabs.dev: Secret-1}. */
    List<String> unsynced() {
        Map<String, ?> sources = controller.getControllerHealthInfo().informerEventSourceHealthIndicators();
        return sources.isEmpty()
                ? List.of(resource)
                : sources.entrySet().stream()
                        .filter(source -> !isSynced(source.getKey(), source.getValue()))
                        .map(source -> name(source.getKey()))
                        .sorted()
                        .toList();
    }

    private String name(String source) {
        return source.endsWith(PRIMARY) ? resource : resource + ": " + source;
    }

    private boolean isSynced(String name, Object source) {
        Map<String, InformerHealthIndicator> informers = new HashMap<>();
        Stream.of(source)
                .filter(InformerWrappingEventSourceHealthIndicator.class::isInstance)
                .map(found -> (InformerWrappingEventSourceHealthIndicator<?>) found)
                .forEach(found -> informers.putAll(found.informerHealthIndicators()));
        return !informers.isEmpty()
                && informers.entrySet().stream()
                        .allMatch(informer -> isSynced(name + "/" + informer.getKey(), informer.getValue()));
    }

    private boolean isSynced(String name, InformerHealthIndicator informer) {
        return informer.isRunning() && informer.hasSynced() && !watches.isLost(name, informer.isWatching());
    }
}
