package dev.butlerlabs.adm.controllers;

import dev.butlerlabs.core.api.NetworkPool;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Creates NetworkPools, so that the leader has something to write. */
final class PoolChanges implements AutoCloseable {
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger created = new AtomicInteger();
    private final KubernetesClient client;
    private Optional<Thread> thread = Optional.empty();

    PoolChanges(KubernetesClient client) {
        this.client = client;
    }

    /** Creates one every few milliseconds from now on. */
    void start() {
        thread = Optional.of(Thread.ofVirtual().start(this::createMany));
    }

    private void createMany() {
        try {
            while (!over.get()) {
                createOne();
                // The pace of the changes.
                TimeUnit.MILLISECONDS.sleep(50);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void createOne() {
        int number = created.incrementAndGet();
        client.resource(client.getKubernetesSerialization()
                        .unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: NetworkPool
                        metadata: {name: pool-%1$d, namespace: butler-system}
                        spec: {cidr: 10.%2$d.%3$d.0/24}
                        """.formatted(number, number / 200, number % 200), NetworkPool.class))
                .create();
    }

    @Override
    public void close() {
        over.set(true);
        thread.ifPresent(Thread::interrupt);
    }
}
