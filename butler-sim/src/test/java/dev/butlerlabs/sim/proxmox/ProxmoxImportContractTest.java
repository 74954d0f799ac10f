package dev.butlerlabs.sim.proxmox;

import dev.butlerlabs.sim.contract.ProviderContract;
import dev.butlerlabs.sim.contract.SimulatedWorld;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** The provider contract with imported disks and a password, where the contract of all simulators has templates and a token. */
@Tag("slow")
@Timeout(600)
class ProxmoxImportContractTest {
    /** One of so many tests, since the contract of all simulators runs each of them. */
    private static final int SAMPLE = 3;

    @TestFactory
    Stream<DynamicTest> contract() {
        ProxmoxSimulator simulator =
                ProxmoxSimulator.start(SimulationOptions.standard().withFaults(new FaultPlan(1)));
        ProviderContract contract = new ProviderContract(
                SimulatedWorld.of(simulator, withImport(simulator.settings()), simulator.passwordCredentials()));
        List<DynamicTest> tests = contract.tests();
        int step = Boolean.getBoolean("butler.contract.all") ? 1 : SAMPLE;
        return IntStream.range(0, tests.size())
                .filter(at -> at % step == 0)
                .mapToObj(tests::get)
                .onClose(contract::close);
    }

    private static Map<String, Object> withImport(Map<String, Object> withTemplate) {
        Map<String, Object> settings = new HashMap<>(withTemplate);
        settings.remove("templateID");
        settings.put("importVolume", PveInventory.IMPORT_VOLUME);
        settings.put("storage", PveInventory.LOCAL_STORAGE);
        settings.put("pool", PveInventory.POOL);
        return settings;
    }
}
