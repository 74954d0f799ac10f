package dev.butlerlabs.sim.proxmox;

import static dev.butlerlabs.sim.proxmox.Proxmox.id;
import static dev.butlerlabs.sim.proxmox.Proxmox.spec;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.http.HttpApiRequest;
import dev.butlerlabs.sim.http.HttpApiResponse;
import dev.butlerlabs.sim.http.HttpApplication;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A clone that finishes while another process searches for its machine. */
@Timeout(60)
class ProxmoxCloneRaceTest {
    private ProxmoxSimulator simulator;

    /** The list does not contain the machine yet, and the tasks do not contain the clone anymore. */
    @Test
    void machineThatAppearsBetweenListAndTasksIsNotAbsent() {
        simulator = ProxmoxSimulator.startWith(
                SimulationOptions.standard().withBootTime(Duration.ofSeconds(3)), this::withLateTasks);
        try (Proxmox proxmox = new Proxmox(simulator, Map.of(), simulator.credentials());
                ConnectedInfrastructure other = Proxmox.connect(simulator, Map.of(), simulator.credentials())) {
            proxmox.infrastructure.machines().create(spec("cp-0"));
            assertThat(other.machines().observe(id("cp-0"))).isInstanceOf(MachineState.Starting.class);
            other.machines().create(spec("cp-0"));
            assertThat(proxmox.machines("cp-0")).isEqualTo(1);
        }
    }

    /** Returns an application that lists tasks only after the clone has finished. */
    private HttpApplication withLateTasks(HttpApplication application) {
        return new HttpApplication() {
            @Override
            public HttpApiResponse answer(HttpApiRequest request) {
                if (request.path().endsWith("/tasks") && !simulator.machines().isEmpty()) {
                    TestAwait.upTo(Proxmox.LIMIT, "the clone finished")
                            .until(() -> simulator.machines().stream()
                                    .anyMatch(machine -> machine.power() == SimulatedMachine.Power.OFF));
                }
                return application.answer(request);
            }

            @Override
            public HttpApiResponse refusal(FaultKind fault, HttpApiRequest request) {
                return application.refusal(fault, request);
            }

            @Override
            public Optional<Subject> subject(HttpApiRequest request) {
                return application.subject(request);
            }
        };
    }
}
