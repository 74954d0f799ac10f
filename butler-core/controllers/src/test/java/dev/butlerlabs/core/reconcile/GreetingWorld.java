package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.ObjectWaiter;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.kube.WaitCondition;
import dev.butlerlabs.core.retry.Backoff;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Greetings on a Kubernetes API that the subclass brings, and a host that looks after them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
abstract class GreetingWorld {
    static final Duration LIMIT = Duration.ofSeconds(60);
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    final List<AutoCloseable> opened = new ArrayList<>();
    TestApi api;
    KubernetesClient client;
    String namespace;

    /** A fresh API, or an assumption that fails with the reason why there is none. */
    abstract TestApi startApi();

    @BeforeAll
    void startTheApi() {
        api = startApi();
        client = new KubeConnector("butler-test").connect(api.kubeconfig());
        new CustomResourceDefinitions(client).ensureYaml(List.of(Greeting.DEFINITION), LIMIT);
    }

    @AfterAll
    void stopTheApi() {
        if (client != null) {
            client.close();
        }
        if (api != null) {
            api.close();
        }
    }

    @BeforeEach
    void openANamespace() {
        namespace = "test-" + NUMBERS.incrementAndGet();
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(namespace)
                        .endMetadata()
                        .build())
                .create();
    }

    @AfterEach
    void closeWhatWasOpened() throws Exception {
        for (AutoCloseable closeable : opened.reversed()) {
            closeable.close();
        }
        opened.clear();
    }

    /** The definition lets any number through; the class wants a whole one. */
    GenericKubernetesResource strange(String name) {
        GenericKubernetesResource greeting = new GenericKubernetesResource();
        greeting.setApiVersion("test.butlerlabs.dev/v1");
        greeting.setKind("Greeting");
        greeting.setMetadata(
                new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
        greeting.setAdditionalProperty("spec", Map.of("text", "Hello", "number", Map.of("not", "a number")));
        return greeting;
    }

    GreetingReconciliation host() {
        GreetingReconciliation reconciliation = new GreetingReconciliation(client);
        start(reconciliation, quick());
        return reconciliation;
    }

    ReconcilerHost start(GreetingReconciliation reconciliation, ReconcilerHostOptions options) {
        ReconcilerHost host = ReconcilerHost.start(client, List.of(reconciliation), options);
        opened.add(host);
        return host;
    }

    ReconcilerHostOptions quick() {
        return ReconcilerHostOptions.standard()
                .withNamespaces(Set.of(namespace))
                .withBackoff(new Backoff(Duration.ofMillis(50), 2, Duration.ofSeconds(1), 0.3));
    }

    LeaderElection election(String identity) {
        return new LeaderElection(
                namespace, "greetings", identity, Duration.ofSeconds(4), Duration.ofSeconds(2), Duration.ofMillis(200));
    }

    Greeting create(String name, Greeting.Spec spec) {
        return client.resource(Greeting.of(namespace, name, spec)).create();
    }

    void apply(String name, Greeting.Spec spec) {
        ServerSideApply.asButlerForced().apply(client, Greeting.of(namespace, name, spec));
    }

    Resource<Greeting> greeting(String name) {
        return client.resources(Greeting.class).inNamespace(namespace).withName(name);
    }

    Resource<ConfigMap> configMap(String name) {
        return client.configMaps().inNamespace(namespace).withName(name);
    }

    List<Event> events(String name) {
        return client.v1()
                .events()
                .inNamespace(namespace)
                .withField("involvedObject.name", name)
                .list()
                .getItems();
    }

    long readyOnes() {
        return client.resources(Greeting.class).inNamespace(namespace).list().getItems().stream()
                .filter(greeting -> ConditionEditor.isTrue(greeting.conditions(), ConditionEditor.READY))
                .count();
    }

    static WaitCondition<Greeting> phase(String phase) {
        return WaitCondition.that(
                "its phase is " + phase, greeting -> greeting.phase().equals(phase), Greeting::phase);
    }

    Greeting await(String name, WaitCondition<Greeting> awaited) {
        return ObjectWaiter.silent()
                .await(greeting(name), "Greeting " + name, awaited, LIMIT)
                .orElseThrow();
    }

    void awaitGone(String name) {
        ObjectWaiter.silent().await(greeting(name), "Greeting " + name, WaitCondition.deleted(), LIMIT);
    }

    /** Lets time pass, for tests of what must not happen meanwhile. */
    static void pause(Duration duration) {
        try {
            Thread.sleep(duration);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
