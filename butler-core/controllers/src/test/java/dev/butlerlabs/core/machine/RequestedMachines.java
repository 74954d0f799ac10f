package dev.butlerlabs.core.machine;

import static dev.butlerlabs.core.machine.MachineWorld.CONFIG;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestStatus.Phase;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.testing.MemoryInfrastructure;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.testing.TestAwait;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** MachineRequests on an infrastructure in memory, and a host that looks after them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
abstract class RequestedMachines {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    MachineWorld world;
    MemoryInfrastructure infrastructure;

    @BeforeAll
    void startTheWorld() {
        world = new MachineWorld();
        infrastructure = world.provider.infrastructure();
    }

    @AfterAll
    void closeTheWorld() {
        world.close();
    }

    @BeforeEach
    void openANamespace() {
        infrastructure.reset();
        world.openNamespace("test-" + NUMBERS.incrementAndGet());
    }

    @AfterEach
    void stopReconciling() {
        world.stop();
    }

    void startWithConfig() {
        world.config();
        world.secret("first");
        world.start();
    }

    /** Takes the ProviderConfig away, past its finalizer, and waits until the machine has noticed. */
    void removeConfig(String machine) {
        var config = world.client
                .resources(ProviderConfig.class)
                .inNamespace(world.namespace())
                .withName(CONFIG);
        config.delete();
        TestAwait.upTo(MachineWorld.LIMIT, "the ProviderConfig deleted").until(() -> {
            try {
                config.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":null}}");
            } catch (KubernetesClientException e) {
                assertThat(e.getCode()).isEqualTo(404);
            }
            return config.get() == null;
        });
        world.await(
                machine,
                "the ProviderConfig is missed",
                request -> reason(request, ProviderConnector.STEP).equals("ProviderConfigMissing"));
    }

    void annotate(String name, String value) {
        world.machine(name)
                .patch(PatchContext.of(PatchType.JSON_MERGE), """
                        {"metadata":{"annotations":{"%s":"%s"}}}""".formatted(Annotations.ABANDON_MACHINE, value));
    }

    List<String> names() {
        return infrastructure.machines().keySet().stream().map(MachineId::name).toList();
    }

    List<String> reasons(String name) {
        return world.events(name).stream().map(Event::getReason).toList();
    }

    MachineRequest awaitPhase(String name, Phase phase) {
        return world.await(
                name,
                "its phase is " + phase,
                request -> request.getStatus() != null && request.getStatus().phase() == phase);
    }

    MachineRequest awaitReady(String name) {
        return world.await(
                name,
                "it is ready",
                request -> request.getStatus() != null
                        && ConditionEditor.isTrue(request.getStatus().conditions(), ConditionEditor.READY));
    }

    MachineRequest awaitCondition(String name, String type, String reason, String message) {
        return world.await(
                name,
                type + " says " + reason,
                request -> find(request, type)
                        .filter(found -> found.getReason().equals(reason))
                        .filter(found -> found.getMessage().equals(message))
                        .isPresent());
    }

    static Optional<Condition> find(MachineRequest request, String type) {
        return Optional.ofNullable(request.getStatus())
                .flatMap(status -> ConditionEditor.find(status.conditions(), type));
    }

    static Condition condition(MachineRequest request, String type) {
        return find(request, type).orElseThrow();
    }

    static String reason(MachineRequest request, String type) {
        return find(request, type).map(Condition::getReason).orElse("");
    }
}
