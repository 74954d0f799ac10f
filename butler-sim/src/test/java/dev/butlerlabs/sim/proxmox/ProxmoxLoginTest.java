package dev.butlerlabs.sim.proxmox;

import static dev.butlerlabs.sim.proxmox.Proxmox.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** API tokens, and users with passwords. */
@Timeout(60)
class ProxmoxLoginTest {
    @Test
    void passwordIsExchangedForATicketThatIsRenewed() {
        ProxmoxSimulator simulator = ProxmoxSimulator.start(SimulationOptions.standard());
        try (Proxmox proxmox = new Proxmox(simulator, Map.of(), simulator.passwordCredentials())) {
            proxmox.run("cp-0");
            simulator.access().expireTickets();
            assertThat(proxmox.observe("cp-0")).isInstanceOf(MachineState.Running.class);
            simulator.access().expireTickets();
            proxmox.infrastructure.machines().create(spec("cp-1"));
            proxmox.run("cp-1");
            proxmox.remove("cp-0");
        }
    }

    @Test
    void wrongPasswordIsRejectedAndNotRepeated() {
        ProxmoxSimulator simulator = ProxmoxSimulator.start(SimulationOptions.standard());
        Map<String, String> credentials = new HashMap<>(simulator.passwordCredentials());
        credentials.put("password", "canary-password");
        try (Proxmox proxmox = new Proxmox(simulator, Map.of(), credentials)) {
            ButlerException failure = catchThrowableOfType(ButlerException.class, proxmox.infrastructure::version);
            assertThat(failure.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
            assertThat(failure.toString() + failure.hint()).doesNotContain("canary");
        }
    }

    @Test
    void certificateIsVerified() {
        ProxmoxSimulator simulator = ProxmoxSimulator.start(SimulationOptions.standard());
        try (Proxmox proxmox = new Proxmox(simulator, Map.of(), simulator.credentials());
                ConnectedInfrastructure distrustful =
                        Proxmox.connect(simulator, Map.of(), Map.of("token", PveAccess.token()));
                ConnectedInfrastructure insecure =
                        Proxmox.connect(simulator, Map.of("insecure", true), Map.of("token", PveAccess.token()))) {
            assertThat(proxmox.infrastructure.version()).isEqualTo("Proxmox VE 9.1.3");
            assertThat(catchThrowableOfType(ButlerException.class, distrustful::version)
                            .code())
                    .isEqualTo(ErrorCode.UNTRUSTED_CERTIFICATE);
            assertThat(insecure.version()).isEqualTo("Proxmox VE 9.1.3");
        }
    }
}
