package dev.butlerlabs.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.ObjectWaiter;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.kube.WaitCondition;
import dev.butlerlabs.core.testing.TestAwait;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a host of reconcilers does: in trouble, under load, beside another host. */
abstract class ReconcilerHostContract extends ReconciledObjectContract {
    private static final String REPLIES = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: replies.replies.butlerlabs.dev}
            spec:
              group: replies.butlerlabs.dev
              scope: Namespaced
              names: {kind: Reply, plural: replies}
              versions:
              - name: v1
                served: true
                storage: true
                schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
            """;

    @Test
    void restsAfterTroubleThatPassesAndThenGoesOn() {
        AtomicInteger troubles = new AtomicInteger();
        GreetingReconciliation reconciliation = new GreetingReconciliation(client, greeting -> {
            if (troubles.incrementAndGet() <= 3) {
                throw new ButlerException(ErrorCode.UNREACHABLE, "The printer does not answer.");
            }
        });
        start(reconciliation, quick());
        create("patient", Greeting.Spec.of("Hello"));

        Greeting ready = await("patient", WaitCondition.condition(ConditionEditor.READY));

        assertThat(troubles).hasValueGreaterThanOrEqualTo(4);
        assertThat(ready.phase()).isEqualTo("Ready");
        assertThat(events("patient"))
                .filteredOn(event -> event.getReason().equals("Unreachable"))
                .singleElement()
                .returns("Written: The printer does not answer.", Event::getMessage)
                .returns(3, Event::getCount);
    }

    @Test
    void interruptsAStepThatOutlivesTheGraceAndBlamesNobody() {
        CountDownLatch entered = new CountDownLatch(1);
        GreetingReconciliation reconciliation = new GreetingReconciliation(client, greeting -> {
            entered.countDown();
            pause(Duration.ofMinutes(5));
        });
        ReconcilerHost host = start(reconciliation, quick().withShutdownGrace(Duration.ofMillis(300)));
        create("stuck", Greeting.Spec.of("Hello"));
        TestAwait.upTo(LIMIT, "the step started").until(() -> entered.getCount() == 0);

        long start = System.nanoTime();
        host.close();

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
        assertThat(greeting("stuck").get().getStatus()).isNull();
    }

    @Test
    void setsAnObjectAsideThatCannotBeReadAndReconcilesItOnceItIsCorrected() {
        var generic = client.genericKubernetesResources("test.butlerlabs.dev/v1", "Greeting")
                .inNamespace(namespace);
        generic.resource(strange("early")).create();
        ReconcilerHost host = start(new GreetingReconciliation(client), quick());
        generic.resource(strange("late")).create();
        create("fine", Greeting.Spec.of("Hello"));

        await("fine", WaitCondition.condition(ConditionEditor.READY));

        assertThat(host.unsynced()).isEmpty();
        TestAwait.upTo(LIMIT, "two undecodable objects")
                .until(() -> host.undecodable().equals(Map.of("greetings.test.butlerlabs.dev", 2L)));
        for (String name : List.of("early", "late")) {
            TestAwait.upTo(LIMIT, "an event on " + name)
                    .until(() -> !events(name).isEmpty());
            assertThat(events(name))
                    .singleElement()
                    .returns("Undecodable", Event::getReason)
                    .returns("Warning", Event::getType)
                    .satisfies(event -> assertThat(event.getMessage()).contains("spec.number"));
        }
        generic.withName("late").delete();
        TestAwait.changed(
                KubeErrorMapper::isConflict,
                () -> generic.withName("early").edit(object -> {
                    object.setAdditionalProperty("spec", Map.of("text", "Hello"));
                    return object;
                }));

        await("early", WaitCondition.condition(ConditionEditor.READY));
        TestAwait.upTo(LIMIT, "no undecodable objects")
                .until(() -> host.undecodable().equals(Map.of("greetings.test.butlerlabs.dev", 0L)));
    }

    @Test
    void watchesAResourceTypeThatIsInstalledAfterTheStart() {
        WatchedObjectCache<GenericKubernetesResource> replies = new WatchedObjectCache<>();
        Watch<GenericKubernetesResource> watch = Watch.generic(
                        "replies.butlerlabs.dev/v1", "Reply", "greeting", reply -> Set.of(ObjectName.from(reply)))
                .into(replies);
        GreetingReconciliation reconciliation = new GreetingReconciliation(client, greeting -> {}, List.of(watch));
        start(reconciliation, quick().withPendingWatches(Duration.ofMillis(100)));
        Greeting greeting = create("polite", Greeting.Spec.of("Hello"));
        await("polite", WaitCondition.condition(ConditionEditor.READY));
        assertThat(replies.isWatched()).isFalse();

        new CustomResourceDefinitions(client).ensureYaml(List.of(REPLIES), LIMIT);
        TestAwait.upTo(LIMIT, "a watch for replies").until(replies::isWatched);
        client.genericKubernetesResources("replies.butlerlabs.dev/v1", "Reply")
                .inNamespace(namespace)
                .resource(reply("polite"))
                .create();

        TestAwait.upTo(LIMIT, "the reply in the cache")
                .until(() -> replies.concerning(greeting).size() == 1);
        int acts = reconciliation.acts.size();
        client.genericKubernetesResources("replies.butlerlabs.dev/v1", "Reply")
                .inNamespace(namespace)
                .withName("polite")
                .delete();
        TestAwait.upTo(LIMIT, "a reconciliation after the reply was deleted")
                .until(() -> reconciliation.acts.size() > acts);
    }

    private GenericKubernetesResource reply(String name) {
        GenericKubernetesResource reply = new GenericKubernetesResource();
        reply.setApiVersion("replies.butlerlabs.dev/v1");
        reply.setKind("Reply");
        reply.setMetadata(new ObjectMetaBuilder()
                .withNamespace(namespace)
                .withName(name)
                .withLabels(Map.of("greeting", name))
                .build());
        return reply;
    }

    @Test
    void countsAnEventThatIsToldAgainByAnotherProcess() {
        Greeting greeting = create("series", Greeting.Spec.of("Hello"));
        for (int process = 0; process < 3; process++) {
            new EventRecorder(client, "butler-test", InstantSource.system())
                    .record(greeting, EventType.WARNING, "QuotaExceeded", "No room for another machine.");
        }

        assertThat(events("series")).singleElement().returns(3, Event::getCount);
    }

    @Test
    void reconcilesTwoHundredObjectsAtOnce() {
        int many = 200;
        for (int i = 0; i < many; i++) {
            create("many-" + i, Greeting.Spec.of("Hello " + i));
        }
        long start = System.nanoTime();
        host();

        TestAwait.upTo(LIMIT, "all objects ready").until(() -> readyOnes() == many);
        System.out.printf(
                "%d objects ready in %d ms on %s%n",
                many,
                Duration.ofNanos(System.nanoTime() - start).toMillis(),
                getClass().getSimpleName());
        assertThat(client.configMaps().inNamespace(namespace).list().getItems().stream()
                        .filter(map -> map.getMetadata().getName().startsWith("many-")))
                .hasSize(many);
    }

    @Test
    void outlivesARestartOfTheApi() {
        host();
        create("before", Greeting.Spec.of("Hello"));
        await("before", WaitCondition.condition(ConditionEditor.READY));

        api.stop();
        pause(Duration.ofSeconds(2));
        api.startAgain();

        create("after", Greeting.Spec.of("Hello"));
        await("after", WaitCondition.condition(ConditionEditor.READY));
        configMap("before").delete();
        TestAwait.upTo(LIMIT, "drift repaired").until(() -> configMap("before").get() != null);
    }

    @Test
    void actsInOneOfTwoHostsAndChangesOverWhenItCloses() {
        GreetingReconciliation first = new GreetingReconciliation(client);
        GreetingReconciliation second = new GreetingReconciliation(client);
        ReconcilerHost firstHost = start(first, quick().withLeaderElection(election("first")));
        TestAwait.upTo(LIMIT, "the first host leading").until(firstHost::isActive);
        ReconcilerHost secondHost = start(second, quick().withLeaderElection(election("second")));
        create("one", Greeting.Spec.of("Hello"));
        await("one", WaitCondition.condition(ConditionEditor.READY));
        assertThat(second.acts).isEmpty();
        assertThat(secondHost.isActive()).isFalse();

        firstHost.close();
        int actsOfFirst = first.acts.size();

        TestAwait.upTo(LIMIT, "the second host leading").until(secondHost::isActive);
        create("two", Greeting.Spec.of("Hello"));
        await("two", WaitCondition.condition(ConditionEditor.READY));
        assertThat(first.acts).hasSize(actsOfFirst);
        assertThat(second.acts).contains("two");
    }

    @Test
    void looksAtNothingButWhatItsSelectorNames() {
        GreetingReconciliation ours = new GreetingReconciliation(client);
        GreetingReconciliation others = new GreetingReconciliation(client);
        start(ours, quick().withSelector("side=ours"));
        start(others, quick().withSelector("!side"));
        Greeting labelled = Greeting.of(namespace, "labelled", Greeting.Spec.of("Hello"));
        labelled.getMetadata().setLabels(Map.of("side", "ours"));
        client.resource(labelled).create();
        create("plain", Greeting.Spec.of("Hello"));
        await("labelled", WaitCondition.condition(ConditionEditor.READY));
        await("plain", WaitCondition.condition(ConditionEditor.READY));
        assertThat(ours.acts).containsOnly("labelled");
        assertThat(others.acts).containsOnly("plain");
    }

    @Test
    void stopsActingWhenTheLeaseIsTakenAway() {
        GreetingReconciliation reconciliation = new GreetingReconciliation(client);
        ReconcilerHost host = start(reconciliation, quick().withLeaderElection(election("robbed")));
        TestAwait.upTo(LIMIT, "the host leading").until(host::isActive);

        client.leases().inNamespace(namespace).withName("greetings").patch(PatchContext.of(PatchType.JSON_MERGE), """
                        {"spec":{"holderIdentity":"robber"}}
                        """);

        TestAwait.upTo(LIMIT, "the host no longer leading").until(() -> !host.isActive());
        int acts = reconciliation.acts.size();
        create("unheard", Greeting.Spec.of("Hello"));
        pause(Duration.ofMillis(500));
        assertThat(reconciliation.acts).hasSize(acts);
        TestAwait.upTo(LIMIT, "the host leading again after the other lease expired")
                .until(host::isActive);
        await("unheard", WaitCondition.condition(ConditionEditor.READY));
    }

    @Test
    void stopsInBoundedTimeAndActsNoMore() {
        GreetingReconciliation reconciliation = new GreetingReconciliation(client);
        ReconcilerHost host = start(reconciliation, quick());
        create("last", Greeting.Spec.of("Hello"));
        await("last", WaitCondition.condition(ConditionEditor.READY));

        long start = System.nanoTime();
        host.close();

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        int acts = reconciliation.acts.size();
        create("late", Greeting.Spec.of("Hello"));
        pause(Duration.ofMillis(300));
        assertThat(reconciliation.acts).hasSize(acts);
        assertThat(host.isActive()).isFalse();
    }

    @Test
    void leavesNoThreadBehind() {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        try (ReconcilerHost _ = start(new GreetingReconciliation(client), quick())) {
            create("brief", Greeting.Spec.of("Hello"));
            await("brief", WaitCondition.condition(ConditionEditor.READY));
        }
        for (int look = 0; look < 300 && !pooled(before).isEmpty(); look++) {
            pause(Duration.ofMillis(100));
        }
        assertThat(pooled(before)).isEmpty();
    }

    /** Threads of pools that nobody has named, such as those of the SDK. */
    private static List<Thread> pooled(Set<Thread> before) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("pool-") && !before.contains(thread))
                .toList();
    }

    @Test
    void saysWhichKindTheApiDoesNotKnow() {
        assertThatThrownBy(() -> ReconcilerHost.start(
                        client, List.of(new StrangerReconciliation()), ReconcilerHostOptions.standard()))
                .isInstanceOfSatisfying(ButlerException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND);
                    assertThat(e).hasMessage("The Kubernetes API does not serve strangers.test.butlerlabs.dev.");
                });
    }

    @Test
    void applyingTwiceIsApplyingOnceAndAForeignFieldIsAConflict() {
        apply("owned", Greeting.Spec.of("mine"));
        String version = greeting("owned").get().getMetadata().getResourceVersion();
        apply("owned", Greeting.Spec.of("mine"));
        assertThat(greeting("owned").get().getMetadata().getResourceVersion()).isEqualTo(version);

        Greeting theirs = Greeting.of(namespace, "owned", Greeting.Spec.of("theirs"));
        assertThatThrownBy(() -> new ServerSideApply("somebody", false).apply(client, theirs))
                .isInstanceOfSatisfying(ButlerException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT);
                    assertThat(e.problems())
                            .singleElement()
                            .satisfies(problem -> assertThat(problem.path()).isEqualTo(".spec.text"));
                });
        assertThat(new ServerSideApply("somebody", true)
                        .apply(client, theirs)
                        .getSpec()
                        .text())
                .isEqualTo("theirs");
    }

    @Test
    void tellsWhatWasLastSeenWhenAWaitRunsOut() {
        create("slow", Greeting.Spec.of("Hello"));
        List<String> heard = new ArrayList<>();

        assertThatThrownBy(() -> new ObjectWaiter(heard::add)
                        .await(
                                greeting("slow"),
                                "Greeting slow",
                                WaitCondition.condition("Ready"),
                                Duration.ofMillis(700)))
                .isInstanceOfSatisfying(ButlerException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT);
                    assertThat(e.getMessage()).contains("Greeting slow", "no condition Ready yet");
                });
        assertThat(heard).contains("Waiting for Greeting slow until it is Ready: no condition Ready yet");
    }

    @Test
    void keepsAndReleasesAnotherObjectByAFinalizer() {
        Greeting greeting = create("held", Greeting.Spec.of("Hello"));
        FinalizerEditor finalizers = new FinalizerEditor(client);
        assertThat(finalizers.add(greeting, "test.butlerlabs.dev/hold")).isTrue();

        greeting("held").delete();
        assertThat(greeting("held").get().isMarkedForDeletion()).isTrue();
        finalizers.remove(greeting, "test.butlerlabs.dev/hold");

        awaitGone("held");
        finalizers.remove(greeting, "test.butlerlabs.dev/hold");
        assertThat(finalizers.add(greeting, "test.butlerlabs.dev/hold")).isFalse();
    }
}
