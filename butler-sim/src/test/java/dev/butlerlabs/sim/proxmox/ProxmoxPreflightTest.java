package dev.butlerlabs.sim.proxmox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.PreflightCheck.Result;
import dev.butlerlabs.core.provider.PreflightInput;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The checks before anything is created. */
@Timeout(60)
class ProxmoxPreflightTest {
    private static Result check(Proxmox proxmox, String name) {
        PreflightInput plan = new PreflightInput(List.of(Proxmox.spec("cp-0"), Proxmox.spec("cp-1")), Optional.empty());
        return proxmox.infrastructure.preflight(plan).stream()
                .filter(check -> check.name().equals(name))
                .map(PreflightCheck::run)
                .findFirst()
                .orElseThrow();
    }

    private static void assertFailed(Map<String, Object> settings, String name, String... words) {
        try (Proxmox proxmox = Proxmox.start(settings)) {
            assertThat(check(proxmox, name))
                    .isInstanceOfSatisfying(
                            Result.Failed.class,
                            failed -> assertThat(failed.message()).contains(words));
        }
    }

    @Test
    void everyCheckPassesOnAWorkingCluster() {
        try (Proxmox proxmox = Proxmox.start(Map.of("bridge", "vmbr0", "pool", "butler"))) {
            PreflightInput plan = new PreflightInput(List.of(Proxmox.spec("cp-0")), Optional.empty());
            List<PreflightCheck> checks = proxmox.infrastructure.preflight(plan);
            assertThat(checks)
                    .extracting(PreflightCheck::name)
                    .containsExactly(
                            "Credentials",
                            "Permissions",
                            "Nodes",
                            "Storage",
                            "Network",
                            "Pool",
                            "Image",
                            "Capacity",
                            "IDs",
                            "Names");
            assertThat(checks)
                    .allSatisfy(
                            check -> assertThat(check.run()).as(check.name()).isInstanceOf(Result.Passed.class));
        }
    }

    @Test
    void wrongSettingsAreNamed() {
        assertFailed(Map.of("nodes", List.of("pve1", "pve9")), "Nodes", "pve9", "pve1, pve2, pve3");
        assertFailed(Map.of("storage", "nowhere"), "Storage", "nowhere", "pve1");
        assertFailed(Map.of("storage", "local"), "Storage", "does not accept disk images");
        assertFailed(Map.of("bridge", "vmbr9"), "Network", "vmbr9", "pve1, pve2, pve3");
        assertFailed(Map.of("pool", "other"), "Pool", "other");
        assertFailed(Map.of("templateID", 9001), "Image", "9001");
        assertFailed(
                Map.of("templateID", "none", "importVolume", "local:import/other.raw"), "Image", "other.raw", "pve1");
        assertFailed(Map.of("vmidRange", Map.of("start", 200, "end", 200)), "IDs", "1 VM IDs", "2 are needed");
        assertFailed(Map.of("storage", "local-lvm", "nodes", List.of("pve2")), "Image", "pve1", "not shared");
    }

    @Test
    void diskOfATemplateMustFit() {
        try (Proxmox proxmox = Proxmox.start()) {
            proxmox.simulator.configure("talos-template", "scsi0", "ceph:base-9000-disk-0,size=21G");
            assertThat(check(proxmox, "Image"))
                    .isInstanceOfSatisfying(
                            Result.Failed.class,
                            failed -> assertThat(failed.hint()).contains("21 GB"));
            proxmox.simulator.configure("talos-template", "template", "");
            assertThat(check(proxmox, "Image"))
                    .isInstanceOfSatisfying(
                            Result.Failed.class,
                            failed -> assertThat(failed.message()).contains("not a template"));
        }
    }

    @Test
    void nodeThatIsDownIsAWarning() {
        try (Proxmox proxmox = Proxmox.start()) {
            proxmox.simulator.inventory().setOnline("pve2", false);
            assertThat(check(proxmox, "Nodes"))
                    .isInstanceOfSatisfying(
                            Result.Doubtful.class,
                            doubt -> assertThat(doubt.message()).contains("pve2"));
            proxmox.simulator.inventory().setQuorate(false);
            assertThat(check(proxmox, "Nodes"))
                    .isInstanceOfSatisfying(
                            Result.Failed.class,
                            failed -> assertThat(failed.message()).contains("quorum"));
        }
    }

    @Test
    void nameOfAnotherMachineIsTaken() {
        try (Proxmox proxmox = Proxmox.start()) {
            proxmox.run("cp-0");
            proxmox.simulator.plantForeign("cp-1");
            assertThat(check(proxmox, "Names"))
                    .isInstanceOfSatisfying(
                            Result.Failed.class,
                            failed -> assertThat(failed.message())
                                    .contains("cp-1")
                                    .doesNotContain("cp-0"));
        }
    }
}
