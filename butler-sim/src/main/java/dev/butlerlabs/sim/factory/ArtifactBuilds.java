package dev.butlerlabs.sim.factory;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Builds of artifacts. The first request for an artifact starts its build, which continues if the client disconnects. */
final class ArtifactBuilds {
    private final Duration time;
    private final Map<ArtifactPath, CompletableFuture<Void>> builds = new HashMap<>();

    ArtifactBuilds(Duration time) {
        this.time = time;
    }

    /** Waits until the artifact is built. */
    void await(ArtifactPath artifact) {
        build(artifact).join();
    }

    private synchronized CompletableFuture<Void> build(ArtifactPath artifact) {
        return builds.computeIfAbsent(
                artifact,
                path -> CompletableFuture.runAsync(
                        () -> {},
                        CompletableFuture.delayedExecutor(time.toNanos(), TimeUnit.NANOSECONDS, Runnable::run)));
    }

    synchronized int count() {
        return builds.size();
    }
}
