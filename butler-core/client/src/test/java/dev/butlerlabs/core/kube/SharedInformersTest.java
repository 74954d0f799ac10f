package dev.butlerlabs.core.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.embedded.RequestInterceptor.Verdict;
import dev.butlerlabs.core.testing.TestAwait;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SharedInformersTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final AtomicInteger requests = new AtomicInteger();
    private EmbeddedApiServer server;
    private KubernetesClient client;
    private KubernetesClient informing;

    @BeforeEach
    void startApi() {
        server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory().withGate(visit -> {
            if (visit.target().equals("/api/v1/secrets")) {
                requests.incrementAndGet();
            }
            return Verdict.PASS;
        }));
        client = new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "test"));
        informing = InformerClient.over(client);
    }

    @AfterEach
    void stopApi() {
        client.close();
        server.close();
    }

    @Test
    void informersOfOneResourceUseOneWatchAndOneCopy() {
        create("first");
        Received here = new Received();
        Received there = new Received();
        try (SharedIndexInformer<Secret> one = inform("a=b", here);
                SharedIndexInformer<Secret> other = inform("a=b", there);
                SharedIndexInformer<Secret> different = inform("c=d", new Received())) {
            here.await("first");
            there.await("first");
            create("second");
            here.await("second");
            there.await("second");

            // One list and one watch for each of two informers.
            awaitRequests(4);
            assertThat(one.getStore().list()).hasSize(2);
            assertThat(one.getStore().getByKey("default/second"))
                    .isSameAs(other.getStore().getByKey("default/second"));
            assertThat(different.getStore().list()).isEmpty();
        }
    }

    @Test
    void keepsNeitherManagedFieldsNorTheContentOfSecrets() {
        create("first");
        Received received = new Received();
        try (SharedIndexInformer<Secret> informer = inform("a=b", received)) {
            received.await("first");
            Secret kept = informer.getStore().getByKey("default/first");

            assertThat(kept.getData()).isNullOrEmpty();
            assertThat(kept.getMetadata().getManagedFields()).isNullOrEmpty();
            assertThat(kept.getMetadata().getLabels()).containsEntry("a", "b");
            assertThat(client.resource(kept).get().getData()).containsKey("key");
            assertThat(client.resource(kept).get().getMetadata().getManagedFields())
                    .isNotEmpty();
        }
    }

    @Test
    void aLaterUserReceivesTheObjectsThatExist() {
        create("first");
        Received early = new Received();
        try (SharedIndexInformer<Secret> _ = inform("a=b", early)) {
            early.await("first");
            Received late = new Received();
            try (SharedIndexInformer<Secret> _ = inform("a=b", late)) {
                late.await("first");
            }
        }
    }

    @Test
    void anInformerContinuesForTheOthersWhenOneStopsAndEndsWithTheLast() {
        Received stopped = new Received();
        Received remaining = new Received();
        SharedIndexInformer<Secret> one = inform("a=b", stopped);
        SharedIndexInformer<Secret> other = inform("a=b", remaining);
        one.stop();
        one.stop();
        create("first");
        remaining.await("first");
        assertThat(stopped.names).isEmpty();
        assertThat(one.isRunning()).isFalse();
        assertThat(other.isRunning()).isTrue();

        other.stop();
        assertThat(other.stopped().toCompletableFuture()).isDone();
        Received again = new Received();
        try (SharedIndexInformer<Secret> _ = inform("a=b", again)) {
            again.await("first");
        }
        // One list and one watch for each of two informers.
        awaitRequests(4);
    }

    /** A watch starts shortly after its list. No request may follow. */
    private void awaitRequests(int count) {
        TestAwait.upTo(LIMIT, "requests").until(() -> requests.get() >= count);
        assertThat(requests).hasValue(count);
    }

    private SharedIndexInformer<Secret> inform(String selector, Received handler) {
        SharedIndexInformer<Secret> informer = informing
                .resources(Secret.class)
                .inAnyNamespace()
                .withLabelSelector(selector)
                .runnableInformer(0);
        informer.addEventHandler(handler);
        informer.run();
        return informer;
    }

    private void create(String name) {
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace("default")
                        .withName(name)
                        .withLabels(Map.of("a", "b"))
                        .endMetadata()
                        .withStringData(Map.of("key", "value"))
                        .build())
                .create();
    }

    private static final class Received implements ResourceEventHandler<HasMetadata> {
        private final Queue<String> names = new ConcurrentLinkedQueue<>();

        void await(String name) {
            TestAwait.upTo(LIMIT, name).until(() -> List.copyOf(names).contains(name));
        }

        @Override
        public void onAdd(HasMetadata object) {
            names.add(object.getMetadata().getName());
        }

        @Override
        public void onUpdate(HasMetadata before, HasMetadata object) {
            onAdd(object);
        }

        @Override
        public void onDelete(HasMetadata object, boolean unknown) {}
    }
}
