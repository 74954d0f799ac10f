package dev.butlerlabs.core.provider.proxmox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.provider.MachineSpec;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProxmoxVmFormTest {
    private static final String OWNERSHIP =
            "butler.butlerlabs.dev/managed-by=butler butler.butlerlabs.dev/owner-uid=6f3c2a10 butler.butlerlabs.dev/machine=cp-0";
    private static final String TAGS =
            "butler;butler-machine.cp-0;butler-owner.6f3c2a10;butler-role.control-plane;team.blue";

    private final MachineSpec machine = ProxmoxSamples.machine("cp-0");
    private final ProxmoxVmForm forms = new ProxmoxVmForm(ProxmoxSamples.settings());

    @Test
    void cloneHasNameOwnerAndPoolFromTheBeginning() {
        assertThat(forms.clone(machine, 217, Optional.of("pve2")))
                .isEqualTo(Map.of(
                        "newid", "217",
                        "name", "cp-0",
                        "description", OWNERSHIP,
                        "full", "1",
                        "storage", "ceph",
                        "target", "pve2",
                        "pool", "butler"));
        assertThat(forms.clone(machine, 217, Optional.empty())).doesNotContainKey("target");
    }

    @Test
    void configurationOfACloneContainsSizeNetworkDisksAndAddress() {
        assertThat(forms.configuration(machine, new ProxmoxImage.Template(9000), Optional.empty()))
                .isEqualTo(Map.ofEntries(
                        Map.entry("tags", TAGS),
                        Map.entry("cores", "4"),
                        Map.entry("sockets", "1"),
                        Map.entry("memory", "8192"),
                        Map.entry("agent", "enabled=1"),
                        Map.entry("onboot", "1"),
                        Map.entry("net0", "virtio,bridge=vmbr1,tag=42"),
                        Map.entry("scsi1", "ceph:200,discard=on"),
                        Map.entry("scsi2", "fast:10,discard=on"),
                        Map.entry("ide2", "ceph:cloudinit"),
                        Map.entry("ipconfig0", "ip=192.0.2.20/24,gw=192.0.2.1"),
                        Map.entry("nameserver", "192.0.2.2 192.0.2.3")));
    }

    @Test
    void existingDisksAddressesAndTagsAreKept() {
        ObservedProxmoxVm vm = ProxmoxSamples.vm("""
                {"net0":"virtio=BC:24:11:2E:C5:4A,bridge=vmbr0","scsi1":"ceph:vm-200-disk-1,size=200G",
                 "ide2":"ceph:vm-200-cloudinit,media=cdrom","tags":"butler;butler-created;butler-machine.other;talos"}""");
        assertThat(forms.configuration(machine, new ProxmoxImage.Template(9000), Optional.of(vm)))
                .containsEntry("net0", "virtio=bc:24:11:2e:c5:4a,bridge=vmbr1,tag=42")
                .containsEntry("tags", TAGS.replace("team.blue", "talos;team.blue"))
                .containsKeys("scsi2", "ipconfig0")
                .doesNotContainKeys("scsi1", "ide2");
    }

    @Test
    void importedMachineIsCreatedInOneRequest() {
        assertThat(forms.create(machine, 217, new ProxmoxImage.Volume("local:import/talos.qcow2")))
                .containsEntry("vmid", "217")
                .containsEntry("name", "cp-0")
                .containsEntry("description", OWNERSHIP)
                .containsEntry("tags", TAGS)
                .containsEntry("scsi0", "ceph:0,import-from=local:import/talos.qcow2,discard=on")
                .containsEntry("boot", "order=scsi0")
                .containsEntry("pool", "butler")
                .doesNotContainKey("start");
    }

    @Test
    void firstStartIsRecordedBesideOtherTags() {
        assertThat(ProxmoxVmForm.completion(ProxmoxSamples.vm("{\"tags\":\"butler;of-a-user\"}")))
                .isEqualTo(Map.of("tags", "butler;butler-created;of-a-user"));
    }
}
