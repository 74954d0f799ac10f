package dev.butlerlabs.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.api.Crds;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestStatus;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.Awaited;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.kube.Waiter;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a host of reconcilers does, shown on a Kubernetes API that the subclass brings. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
abstract class ReconcilerHostContract {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final List<AutoCloseable> opened = new ArrayList<>();
    private TestApi api;
    private KubernetesClient client;
    private String namespace;

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

    @Test
    void bringsAnObjectToReadyStepByStep() {
        host();
        create("hello", Greeting.Spec.of("Good morning"));

        Greeting ready = await("hello", Awaited.condition(Conditions.READY));

        assertThat(ready.phase()).isEqualTo("Ready");
        assertThat(ready.getStatus().observedGeneration()).isEqualTo(1);
        assertThat(ready.getFinalizers()).containsExactly(GreetingReconciliation.FINALIZER);
        assertThat(ready.conditions())
                .extracting(Condition::getType, Condition::getStatus)
                .containsExactly(
                        tuple("Written", "True"),
                        tuple("Opened", "True"),
                        tuple("Checked", "True"),
                        tuple("Ready", "True"),
                        tuple("Progressing", "False"),
                        tuple("Degraded", "False"));
        assertThat(configMap("hello").get().getData()).containsEntry("text", "Good morning");
    }

    @Test
    void waitsAtAStepAndGoesOnWhenTheSpecAllowsIt() {
        host();
        apply("door", new Greeting.Spec("Hello", null, true, null));
        Greeting waiting = await("door", phase("Waiting"));
        assertThat(Conditions.find(waiting.conditions(), "Opened").orElseThrow())
                .returns("False", Condition::getStatus)
                .returns("Closed", Condition::getReason)
                .returns("The door is closed.", Condition::getMessage);
        assertThat(Conditions.find(waiting.conditions(), "Checked")
                        .orElseThrow()
                        .getStatus())
                .isEqualTo("Unknown");
        String writtenAt =
                Conditions.find(waiting.conditions(), "Written").orElseThrow().getLastTransitionTime();

        apply("door", Greeting.Spec.of("Hello"));

        Greeting ready = await("door", Awaited.condition(Conditions.READY));
        assertThat(ready.getStatus().observedGeneration()).isEqualTo(2);
        assertThat(Conditions.find(ready.conditions(), "Written").orElseThrow().getLastTransitionTime())
                .isEqualTo(writtenAt);
    }

    @Test
    void failsAndRecoversWhenTheSpecIsMended() {
        host();
        apply("cup", new Greeting.Spec("Hello", null, null, true));
        Greeting failed = await("cup", phase("Failed"));
        assertThat(Conditions.isTrue(failed.conditions(), Conditions.DEGRADED)).isTrue();

        apply("cup", Greeting.Spec.of("Hello"));

        Greeting ready = await("cup", Awaited.condition(Conditions.READY));
        assertThat(Conditions.isTrue(ready.conditions(), Conditions.DEGRADED)).isFalse();
    }

    @Test
    void repairsWhatSomebodyDeleted() {
        host();
        create("drift", Greeting.Spec.of("Hello"));
        await("drift", Awaited.condition(Conditions.READY));
        String first = configMap("drift").get().getMetadata().getUid();

        configMap("drift").delete();

        eventually(
                "a new ConfigMap",
                () -> Optional.ofNullable(configMap("drift").get())
                        .filter(again -> !again.getMetadata().getUid().equals(first))
                        .isPresent());
    }

    @Test
    void repairsWhatSomebodyChanged() {
        host();
        create("vandal", Greeting.Spec.of("Hello"));
        await("vandal", Awaited.condition(Conditions.READY));

        configMap("vandal").edit(map -> {
            map.getData().put("text", "Boo");
            return map;
        });

        eventually(
                "the text to be restored",
                () -> "Hello".equals(configMap("vandal").get().getData().get("text")));
    }

    @Test
    void cleansUpBeforeAnObjectVanishes() {
        host();
        create("leaving", Greeting.Spec.of("Bye"));
        await("leaving", Awaited.condition(Conditions.READY));

        greeting("leaving").delete();

        awaitGone("leaving");
        assertThat(configMap("leaving").get()).isNull();
    }

    @Test
    void bringsAnObjectToReadyThatTakesTheNameOfOneThatHasJustGone() {
        host();
        for (int life = 0; life < 10; life++) {
            create("again", Greeting.Spec.of("Life " + life));
            await("again", Awaited.condition(Conditions.READY));
            greeting("again").delete();
            awaitGone("again");
        }
    }

    @Test
    void leavesAPausedObjectAlone() {
        host();
        apply("paused", new Greeting.Spec("Hello", true, null, null));

        Greeting paused = await(
                "paused",
                Awaited.<Greeting>that(
                        "it is noted as paused",
                        greeting -> Conditions.find(greeting.conditions(), Conditions.PROGRESSING)
                                .filter(condition -> condition.getReason().equals("Paused"))
                                .isPresent(),
                        greeting -> greeting.conditions().toString()));
        assertThat(paused.phase()).isEqualTo("Pending");
        assertThat(configMap("paused").get()).isNull();

        apply("paused", Greeting.Spec.of("Hello"));

        await("paused", Awaited.condition(Conditions.READY));
    }

    @Test
    void writesTheStatusOnceWhenNothingChanges() {
        GreetingReconciliation reconciliation = host();
        create("quiet", Greeting.Spec.of("Hello"));
        String before = await("quiet", Awaited.condition(Conditions.READY))
                .getMetadata()
                .getResourceVersion();
        int acts = reconciliation.acts.size();

        configMap("quiet").edit(map -> {
            map.getMetadata().setLabels(Map.of("touched", "yes"));
            return map;
        });

        eventually("another run", () -> reconciliation.acts.size() > acts);
        pause(Duration.ofMillis(300));
        assertThat(greeting("quiet").get().getMetadata().getResourceVersion()).isEqualTo(before);
    }

    @Test
    void keepsItsFinalizerWhenTheSpecIsAppliedAgain() {
        host();
        apply("twice", Greeting.Spec.of("Hello"));
        await("twice", Awaited.condition(Conditions.READY));

        apply("twice", Greeting.Spec.of("Hello again"));

        eventually(
                "the new text",
                () -> "Hello again".equals(configMap("twice").get().getData().get("text")));
        assertThat(greeting("twice").get().getFinalizers()).containsExactly(GreetingReconciliation.FINALIZER);
    }

    @Test
    void reconcilesAKindOfButlersOwn() {
        new CustomResourceDefinitions(client).ensure(Crds.all(), LIMIT);
        opened.add(ReconcilerHost.start(client, List.of(new MachineReconciliation()), quick()));
        MachineRequest request = MachineReconciliation.request(namespace, "cp-0");
        ServerSideApply.asButler().apply(client, request);

        MachineRequest running = Waiter.silent()
                .await(client.resource(request), "MachineRequest cp-0", Awaited.condition(Conditions.READY), LIMIT)
                .orElseThrow();

        assertThat(running.getStatus().phase()).isEqualTo(MachineRequestStatus.Phase.RUNNING);
        assertThat(running.getStatus().providerID()).isEqualTo("test://cp-0");
        assertThat(running.getStatus().lastUpdated()).isNotNull();
    }

    @Test
    void tellsEventsThatNameTheObject() {
        host();
        create("told", new Greeting.Spec("Hello", null, null, true));
        await("told", phase("Failed"));

        eventually(
                "a warning",
                () -> events("told").stream()
                        .anyMatch(event -> event.getReason().equals("Broken")));
        assertThat(events("told")).extracting(Event::getReason).contains("Written", "Opened", "Broken");
        assertThat(events("told"))
                .filteredOn(event -> event.getReason().equals("Broken"))
                .singleElement()
                .returns("Warning", Event::getType)
                .returns("Checked: The greeting is broken.", Event::getMessage);
    }

    @Test
    void kubectlDescribeShowsTheEvents(@TempDir Path folder) throws Exception {
        assumeTrue(Kubectl.isPresent(), "kubectl is not on the PATH");
        host();
        create("shown", new Greeting.Spec("Hello", null, null, true));
        await("shown", phase("Failed"));
        eventually(
                "a warning",
                () -> events("shown").stream()
                        .anyMatch(event -> event.getReason().equals("Broken")));
        Path kubeconfig = folder.resolve("config");
        new KubeconfigFile(kubeconfig).write(api.kubeconfig());

        String described = Kubectl.run(kubeconfig, "describe", "greeting", "shown", "-n", namespace);

        assertThat(described).containsPattern("Warning +Broken .*butler-greeting +Checked: The greeting is broken.");
    }

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

        Greeting ready = await("patient", Awaited.condition(Conditions.READY));

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
        eventually("the step to begin", () -> entered.getCount() == 0);

        long start = System.nanoTime();
        host.close();

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
        assertThat(greeting("stuck").get().getStatus()).isNull();
    }

    @Test
    void startsOverWhenAnObjectCannotBeReadAndRecoversOnceItIsGone() {
        host();
        create("fine", Greeting.Spec.of("Hello"));
        await("fine", Awaited.condition(Conditions.READY));
        var strange = client.genericKubernetesResources("test.butlerlabs.dev/v1", "Greeting")
                .inNamespace(namespace);
        strange.resource(strange("strange")).create();
        pause(Duration.ofMillis(1500));

        strange.withName("strange").delete();
        create("next", Greeting.Spec.of("Hello"));

        await("next", Awaited.condition(Conditions.READY));
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

        eventually("all to be ready", () -> readyOnes() == many);
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
        await("before", Awaited.condition(Conditions.READY));

        api.stop();
        pause(Duration.ofSeconds(2));
        api.startAgain();

        create("after", Greeting.Spec.of("Hello"));
        await("after", Awaited.condition(Conditions.READY));
        configMap("before").delete();
        eventually("drift to be repaired", () -> configMap("before").get() != null);
    }

    @Test
    void actsInOneOfTwoHostsAndChangesOverWhenItCloses() {
        GreetingReconciliation first = new GreetingReconciliation(client);
        GreetingReconciliation second = new GreetingReconciliation(client);
        ReconcilerHost firstHost = start(first, quick().withLeaderElection(election("first")));
        eventually("the first to lead", firstHost::isActive);
        ReconcilerHost secondHost = start(second, quick().withLeaderElection(election("second")));
        create("one", Greeting.Spec.of("Hello"));
        await("one", Awaited.condition(Conditions.READY));
        assertThat(second.acts).isEmpty();
        assertThat(secondHost.isActive()).isFalse();

        firstHost.close();
        int actsOfFirst = first.acts.size();

        eventually("the second to lead", secondHost::isActive);
        create("two", Greeting.Spec.of("Hello"));
        await("two", Awaited.condition(Conditions.READY));
        assertThat(first.acts).hasSize(actsOfFirst);
        assertThat(second.acts).contains("two");
    }

    @Test
    void stopsActingWhenTheLeaseIsTakenAway() {
        GreetingReconciliation reconciliation = new GreetingReconciliation(client);
        ReconcilerHost host = start(reconciliation, quick().withLeaderElection(election("robbed")));
        eventually("the lease", host::isActive);

        client.leases().inNamespace(namespace).withName("greetings").patch(PatchContext.of(PatchType.JSON_MERGE), """
                        {"spec":{"holderIdentity":"robber"}}
                        """);

        eventually("it to step down", () -> !host.isActive());
        int acts = reconciliation.acts.size();
        create("unheard", Greeting.Spec.of("Hello"));
        pause(Duration.ofMillis(500));
        assertThat(reconciliation.acts).hasSize(acts);
        eventually("it to lead again once the robber's lease has run out", host::isActive);
        await("unheard", Awaited.condition(Conditions.READY));
    }

    @Test
    void stopsInBoundedTimeAndActsNoMore() {
        GreetingReconciliation reconciliation = new GreetingReconciliation(client);
        ReconcilerHost host = start(reconciliation, quick());
        create("last", Greeting.Spec.of("Hello"));
        await("last", Awaited.condition(Conditions.READY));

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
    void saysWhichKindTheApiDoesNotKnow() {
        assertThatThrownBy(() ->
                        ReconcilerHost.start(client, List.of(new StrangerReconciliation()), HostOptions.standard()))
                .isInstanceOfSatisfying(ButlerException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND);
                    assertThat(e).hasMessage("The Kubernetes API does not know strangers.test.butlerlabs.dev.");
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

        assertThatThrownBy(() -> new Waiter(heard::add)
                        .await(greeting("slow"), "Greeting slow", Awaited.condition("Ready"), Duration.ofMillis(700)))
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

    /** The definition lets any number through; the class wants a whole one. */
    private GenericKubernetesResource strange(String name) {
        GenericKubernetesResource greeting = new GenericKubernetesResource();
        greeting.setApiVersion("test.butlerlabs.dev/v1");
        greeting.setKind("Greeting");
        greeting.setMetadata(
                new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
        greeting.setAdditionalProperty("spec", Map.of("text", "Hello", "number", Map.of("not", "a number")));
        return greeting;
    }

    private GreetingReconciliation host() {
        GreetingReconciliation reconciliation = new GreetingReconciliation(client);
        start(reconciliation, quick());
        return reconciliation;
    }

    private ReconcilerHost start(GreetingReconciliation reconciliation, HostOptions options) {
        ReconcilerHost host = ReconcilerHost.start(client, List.of(reconciliation), options);
        opened.add(host);
        return host;
    }

    private HostOptions quick() {
        return HostOptions.standard()
                .withNamespaces(Set.of(namespace))
                .withBackoff(new Backoff(Duration.ofMillis(50), 2, Duration.ofSeconds(1), 0.3));
    }

    private LeaderElection election(String identity) {
        return new LeaderElection(
                namespace, "greetings", identity, Duration.ofSeconds(4), Duration.ofSeconds(2), Duration.ofMillis(200));
    }

    private Greeting create(String name, Greeting.Spec spec) {
        return client.resource(Greeting.of(namespace, name, spec)).create();
    }

    private void apply(String name, Greeting.Spec spec) {
        ServerSideApply.asButlerForced().apply(client, Greeting.of(namespace, name, spec));
    }

    private Resource<Greeting> greeting(String name) {
        return client.resources(Greeting.class).inNamespace(namespace).withName(name);
    }

    private Resource<ConfigMap> configMap(String name) {
        return client.configMaps().inNamespace(namespace).withName(name);
    }

    private List<Event> events(String name) {
        return client.v1()
                .events()
                .inNamespace(namespace)
                .withField("involvedObject.name", name)
                .list()
                .getItems();
    }

    private long readyOnes() {
        return client.resources(Greeting.class).inNamespace(namespace).list().getItems().stream()
                .filter(greeting -> Conditions.isTrue(greeting.conditions(), Conditions.READY))
                .count();
    }

    private static Awaited<Greeting> phase(String phase) {
        return Awaited.that(
                "its phase is " + phase, greeting -> greeting.phase().equals(phase), Greeting::phase);
    }

    private Greeting await(String name, Awaited<Greeting> awaited) {
        return Waiter.silent()
                .await(greeting(name), "Greeting " + name, awaited, LIMIT)
                .orElseThrow();
    }

    private void awaitGone(String name) {
        Waiter.silent().await(greeting(name), "Greeting " + name, Awaited.deleted(), LIMIT);
    }

    private static void eventually(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited too long for " + what).isLessThan(deadline);
            pause(Duration.ofMillis(50));
        }
    }

    private static void pause(Duration duration) {
        try {
            Thread.sleep(duration);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
