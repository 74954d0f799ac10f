package dev.butlerlabs.core.provider.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AzureVmStateMapperTest {
    private static final String ID =
            "/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/virtualMachines/cp-0";

    private static ObjectNode vm(String provisioning, String... statuses) {
        ObjectNode vm = JsonDocument.object().put("id", ID);
        vm.putArray("zones").add("2");
        ObjectNode properties = vm.putObject("properties").put("provisioningState", provisioning);
        for (String status : statuses) {
            properties
                    .withObject("/instanceView")
                    .withArray("statuses")
                    .addObject()
                    .put("code", status)
                    .put("message", "told");
        }
        return vm;
    }

    private static ObjectNode nic(String address) {
        ObjectNode nic = JsonDocument.object();
        ObjectNode properties = nic.putObject("properties").put("macAddress", "00-0D-3A-1B-2C-3D");
        properties
                .putArray("ipConfigurations")
                .addObject()
                .putObject("properties")
                .put("privateIPAddress", address);
        return nic;
    }

    private static MachineState state(ObjectNode vm) {
        return AzureVmStateMapper.of(vm, Optional.of(nic("10.0.0.4")), Optional.empty());
    }

    @Test
    void runsWithAddressesOfNicAndPublicAddress() {
        ObjectNode address = JsonDocument.object();
        address.putObject("properties").put("ipAddress", "203.0.113.7");
        assertThat(AzureVmStateMapper.of(
                        vm("Succeeded", "ProvisioningState/succeeded", "PowerState/running"),
                        Optional.of(nic("10.0.0.4")),
                        Optional.of(address)))
                .isEqualTo(new MachineState.Running(
                        ID, List.of("203.0.113.7", "10.0.0.4"), Optional.of("00:0d:3a:1b:2c:3d"), Optional.of("2")));
    }

    /** Talos in maintenance mode does not report to Azure, which shows the machine as being created. */
    @Test
    void runsBeforeTheSystemReportedToAzure() {
        assertThat(state(vm("Creating", "ProvisioningState/creating", "PowerState/running")))
                .isInstanceOf(MachineState.Running.class);
        assertThat(state(vm("Failed", "ProvisioningState/failed/OSProvisioningTimedOut", "PowerState/running")))
                .isInstanceOf(MachineState.Running.class);
        assertThat(state(vm("Failed", "ProvisioningState/failed/OSProvisioningTimedOut")))
                .isInstanceOfSatisfying(
                        MachineState.Broken.class,
                        broken -> assertThat(broken.message()).contains("OSProvisioningTimedOut", "told"));
    }

    @Test
    void startsUntilItIsPoweredOnAndHasAnAddress() {
        assertThat(state(vm("Creating"))).isInstanceOf(MachineState.Starting.class);
        assertThat(AzureVmStateMapper.of(vm("Succeeded", "PowerState/running"), Optional.empty(), Optional.empty()))
                .isInstanceOfSatisfying(
                        MachineState.Starting.class,
                        starting -> assertThat(starting.providerId()).isEqualTo(ID));
        assertThat(state(vm("Succeeded", "PowerState/starting"))).isInstanceOf(MachineState.Starting.class);
    }

    @Test
    void isCreatedAgainWhenThereIsNoCapacity() {
        for (String code : List.of("AllocationFailed", "ZonalAllocationFailed", "OverconstrainedAllocationRequest")) {
            ObjectNode vm = vm("Failed", "ProvisioningState/failed/" + code);
            assertThat(AzureVmStateMapper.isWithoutCapacity(vm)).isTrue();
            assertThat(state(vm)).isInstanceOfSatisfying(MachineState.Starting.class, starting -> {
                assertThat(starting.providerId()).isEmpty();
                assertThat(starting.awaited()).contains(code);
            });
        }
        assertThat(AzureVmStateMapper.isWithoutCapacity(vm("Failed", "ProvisioningState/failed/InvalidParameter")))
                .isFalse();
    }

    @Test
    void isBrokenWhenStoppedOrFailed() {
        for (String power : List.of("stopped", "deallocated", "deallocating")) {
            assertThat(state(vm("Succeeded", "PowerState/" + power)))
                    .isInstanceOfSatisfying(
                            MachineState.Broken.class,
                            broken -> assertThat(broken.reason()).isEqualTo("VMStopped"));
        }
        assertThat(state(vm("Failed", "ProvisioningState/failed/VMExtensionError")))
                .isInstanceOfSatisfying(
                        MachineState.Broken.class,
                        broken -> assertThat(broken.reason()).isEqualTo("VMFailed"));
    }

    @Test
    void isLeavingWhileItIsDeleted() {
        assertThat(state(vm("Deleting", "PowerState/running"))).isEqualTo(new MachineState.Leaving(ID));
    }
}
