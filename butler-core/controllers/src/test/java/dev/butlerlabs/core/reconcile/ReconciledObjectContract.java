package dev.butlerlabs.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestStatus;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeconfigFile;
import dev.butlerlabs.core.kube.ObjectWaiter;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.kube.WaitCondition;
import dev.butlerlabs.core.testing.TestAwait;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Event;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of an object that a host looks after. */
abstract class ReconciledObjectContract extends GreetingWorld {
    @Test
    void bringsAnObjectToReadyStepByStep() {
        host();
        create("hello", Greeting.Spec.of("Good morning"));

        Greeting ready = await("hello", WaitCondition.condition(ConditionEditor.READY));

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
        assertThat(ConditionEditor.find(waiting.conditions(), "Opened").orElseThrow())
                .returns("False", Condition::getStatus)
                .returns("Closed", Condition::getReason)
                .returns("The door is closed.", Condition::getMessage);
        assertThat(ConditionEditor.find(waiting.conditions(), "Checked")
                        .orElseThrow()
                        .getStatus())
                .isEqualTo("Unknown");
        String writtenAt = ConditionEditor.find(waiting.conditions(), "Written")
                .orElseThrow()
                .getLastTransitionTime();

        apply("door", Greeting.Spec.of("Hello"));

        Greeting ready = await("door", WaitCondition.condition(ConditionEditor.READY));
        assertThat(ready.getStatus().observedGeneration()).isEqualTo(2);
        assertThat(ConditionEditor.find(ready.conditions(), "Written")
                        .orElseThrow()
                        .getLastTransitionTime())
                .isEqualTo(writtenAt);
    }

    @Test
    void failsAndRecoversWhenTheSpecIsMended() {
        host();
        apply("cup", new Greeting.Spec("Hello", null, null, true));
        Greeting failed = await("cup", phase("Failed"));
        assertThat(ConditionEditor.isTrue(failed.conditions(), ConditionEditor.DEGRADED))
                .isTrue();

        apply("cup", Greeting.Spec.of("Hello"));

        Greeting ready = await("cup", WaitCondition.condition(ConditionEditor.READY));
        assertThat(ConditionEditor.isTrue(ready.conditions(), ConditionEditor.DEGRADED))
                .isFalse();
    }

    @Test
    void repairsWhatSomebodyDeleted() {
        host();
        create("drift", Greeting.Spec.of("Hello"));
        await("drift", WaitCondition.condition(ConditionEditor.READY));
        String first = configMap("drift").get().getMetadata().getUid();

        configMap("drift").delete();

        TestAwait.upTo(LIMIT, "a new ConfigMap")
                .until(() -> Optional.ofNullable(configMap("drift").get())
                        .filter(again -> !again.getMetadata().getUid().equals(first))
                        .isPresent());
    }

    @Test
    void repairsWhatSomebodyChanged() {
        host();
        create("vandal", Greeting.Spec.of("Hello"));
        await("vandal", WaitCondition.condition(ConditionEditor.READY));

        configMap("vandal").edit(map -> {
            map.getData().put("text", "Boo");
            return map;
        });

        TestAwait.upTo(LIMIT, "the text restored")
                .until(() -> "Hello".equals(configMap("vandal").get().getData().get("text")));
    }

    @Test
    void cleansUpBeforeAnObjectVanishes() {
        host();
        create("leaving", Greeting.Spec.of("Bye"));
        await("leaving", WaitCondition.condition(ConditionEditor.READY));

        greeting("leaving").delete();

        awaitGone("leaving");
        assertThat(configMap("leaving").get()).isNull();
    }

    /** The news of a coming that falls into the handling of the going before it must not get lost. */
    @Test
    void bringsAnObjectToReadyThatTakesTheNameOfOneThatHasJustGone() {
        host();
        for (int life = 0; life < 12; life++) {
            create("again", Greeting.Spec.of("Life " + life));
            await("again", WaitCondition.condition(ConditionEditor.READY));
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
                WaitCondition.<Greeting>that(
                        "it is noted as paused",
                        greeting -> ConditionEditor.find(greeting.conditions(), ConditionEditor.PROGRESSING)
                                .filter(condition -> condition.getReason().equals("Paused"))
                                .isPresent(),
                        greeting -> greeting.conditions().toString()));
        assertThat(paused.phase()).isEqualTo("Pending");
        assertThat(configMap("paused").get()).isNull();

        apply("paused", Greeting.Spec.of("Hello"));

        await("paused", WaitCondition.condition(ConditionEditor.READY));
    }

    @Test
    void writesTheStatusOnceWhenNothingChanges() {
        GreetingReconciliation reconciliation = host();
        create("quiet", Greeting.Spec.of("Hello"));
        String before = await("quiet", WaitCondition.condition(ConditionEditor.READY))
                .getMetadata()
                .getResourceVersion();
        int acts = reconciliation.acts.size();

        configMap("quiet").edit(map -> {
            map.getMetadata().setLabels(Map.of("touched", "yes"));
            return map;
        });

        TestAwait.upTo(LIMIT, "another reconciliation").until(() -> reconciliation.acts.size() > acts);
        pause(Duration.ofMillis(300));
        assertThat(greeting("quiet").get().getMetadata().getResourceVersion()).isEqualTo(before);
    }

    @Test
    void keepsItsFinalizerWhenTheSpecIsAppliedAgain() {
        host();
        apply("twice", Greeting.Spec.of("Hello"));
        await("twice", WaitCondition.condition(ConditionEditor.READY));

        apply("twice", Greeting.Spec.of("Hello again"));

        TestAwait.upTo(LIMIT, "the new text")
                .until(() ->
                        "Hello again".equals(configMap("twice").get().getData().get("text")));
        assertThat(greeting("twice").get().getFinalizers()).containsExactly(GreetingReconciliation.FINALIZER);
    }

    @Test
    void reconcilesAKindOfButlersOwn() {
        new CustomResourceDefinitions(client).ensure(CustomResourceDefinitionFiles.all(), LIMIT);
        opened.add(ReconcilerHost.start(client, List.of(new MachineReconciliation()), quick()));
        MachineRequest request = MachineReconciliation.request(namespace, "cp-0");
        ServerSideApply.asButler().apply(client, request);

        MachineRequest running = ObjectWaiter.silent()
                .await(
                        client.resource(request),
                        "MachineRequest cp-0",
                        WaitCondition.condition(ConditionEditor.READY),
                        LIMIT)
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

        TestAwait.upTo(LIMIT, "a warning")
                .until(() -> events("told").stream()
                        .anyMatch(event -> event.getReason().equals("Broken")));
        assertThat(events("told")).extracting(Event::getReason).contains("Opened", "Broken");
        // Steps that complete in the same reconciliation share an event, which lists them.
        assertThat(events("told"))
                .anyMatch(event -> event.getReason().equals("Written")
                        || event.getMessage().startsWith("Written"));
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
        TestAwait.upTo(LIMIT, "a warning")
                .until(() -> events("shown").stream()
                        .anyMatch(event -> event.getReason().equals("Broken")));
        Path kubeconfig = folder.resolve("config");
        new KubeconfigFile(kubeconfig).write(api.kubeconfig());

        String described = Kubectl.run(kubeconfig, "describe", "greeting", "shown", "-n", namespace);

        assertThat(described).containsPattern("Warning +Broken .*butler-greeting +Checked: The greeting is broken.");
    }
}
