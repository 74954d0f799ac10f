package dev.butlerlabs.core.provider.proxmox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.OwnershipDescriptionCodec;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObservedProxmoxVmTest {
    private static final MachineId MACHINE = new MachineId("cp-0", ProxmoxSamples.OWNER);
    private static final String DESCRIPTION = OwnershipDescriptionCodec.of(MACHINE);

    private static ObservedProxmoxVm vm(String name, String tags, String rest) {
        return ProxmoxSamples.vm("{\"name\":\"%s\",\"description\":\"%s\\n\",\"tags\":\"%s\"%s}"
                .formatted(name, DESCRIPTION, tags, rest));
    }

    @Test
    void nameAndDescriptionIdentifyAMachine() {
        assertThat(vm("cp-0", "", "").isOf(MACHINE)).isTrue();
        assertThat(vm("cp-0", "", "").isOf(new MachineId("cp-0", new OwnerId("other"))))
                .isFalse();
    }

    @Test
    void cloneOfAMachineByAUserBelongsToTheUser() {
        assertThat(vm("Copy-of-VM-cp-0", "butler;butler-machine.cp-0", "").owner())
                .isEmpty();
        assertThat(vm("cp-0", "", ",\"template\":1").owner()).isEmpty();
    }

    @Test
    void tagsSayHowFarACreationCame() {
        String identity = "butler;butler-machine.cp-0;butler-owner.6f3c2a10";
        assertThat(vm("cp-0", "talos", "").isConfigured()).isFalse();
        assertThat(vm("cp-0", identity, "").isConfigured()).isTrue();
        assertThat(vm("cp-0", identity, "").isComplete()).isFalse();
        assertThat(vm("cp-0", identity + ";butler-created", "").isComplete()).isTrue();
    }

    @Test
    void machineWithoutANameIsUnidentifiedWhileItIsLocked() {
        assertThat(ProxmoxSamples.vm("{\"lock\":\"clone\"}").isUnidentified()).isTrue();
        assertThat(ProxmoxSamples.vm("{}").isUnidentified()).isFalse();
        assertThat(vm("cp-0", "", ",\"lock\":\"clone\"").isUnidentified()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ceph:vm-200-disk-0,discard=on,size=50G | 53687091200",
                "ceph:vm-200-disk-0,size=4096M          | 4294967296",
                "ceph:vm-200-disk-0                     | 0"
            })
    void sizeOfTheBootDiskIsRead(String disk, long bytes) {
        assertThat(ProxmoxSamples.vm("{\"scsi0\":\"%s\"}".formatted(disk)).bootDiskBytes())
                .isEqualTo(bytes);
    }

    @Test
    void macAddressAndStaticAddressAreRead() {
        ObservedProxmoxVm vm = ProxmoxSamples.vm(
                "{\"net0\":\"virtio=BC:24:11:2E:C5:4A,bridge=vmbr0\",\"ipconfig0\":\"ip=192.0.2.20/24,gw=192.0.2.1\"}");
        assertThat(vm.macAddress()).contains("bc:24:11:2e:c5:4a");
        assertThat(vm.staticAddresses()).containsExactly("192.0.2.20");
        assertThat(ProxmoxSamples.vm("{\"ipconfig0\":\"ip=dhcp\"}").staticAddresses())
                .isEmpty();
    }

    @Test
    void completeMachineIsKeptBeforeOthers() {
        ObservedProxmoxVm fresh = vm("cp-0", "", "");
        ObservedProxmoxVm complete = vm("cp-0", "butler;butler-machine.cp-0;butler-owner.6f3c2a10;butler-created", "");
        ObservedProxmoxVm locked = vm("cp-0", "", ",\"lock\":\"clone\"");
        assertThat(new ProxmoxSearchResult.Found(List.of(locked, fresh, complete)).vms())
                .containsExactly(complete, fresh, locked);
    }

    @Test
    void agentAddressesOfOtherInterfacesAreIgnored() {
        ObservedProxmoxVm answer = ProxmoxSamples.vm("""
                {"result":[
                 {"name":"lo","hardware-address":"00:00:00:00:00:00","ip-addresses":[{"ip-address":"127.0.0.1"}]},
                 {"name":"eth0","hardware-address":"bc:24:11:2e:c5:4a","ip-addresses":[
                  {"ip-address":"fe80::1"},{"ip-address":"2001:db8::7"},{"ip-address":"192.0.2.7"}]},
                 {"name":"cni0","hardware-address":"02:00:00:00:00:01","ip-addresses":[{"ip-address":"10.244.0.1"}]}]}""");
        assertThat(ProxmoxGuestAddresses.usable(answer.config().path("result"), Optional.of("BC:24:11:2E:C5:4A")))
                .containsExactly("192.0.2.7", "2001:db8:0:0:0:0:0:7");
    }
}
