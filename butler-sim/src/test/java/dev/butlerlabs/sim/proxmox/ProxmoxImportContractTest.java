package dev.butlerlabs.sim.proxmox;

import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.sim.contract.ContractWorld;
import dev.butlerlabs.sim.contract.ProviderContract;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** The provider contract with imported disks and a password, where the contract of all simulators has templates and a token. */
@Tag("slow")
@Timeout(600)
class ProxmoxImportContractTest {
    @TestFactory
    Stream<DynamicTest> contract() {
        ProviderContract contract = new ProviderContract(new ImportWorld());
        return contract.tests().stream().onClose(contract::close);
    }

    private static final class ImportWorld implements ContractWorld {
        private final ProxmoxSimulator simulator =
                ProxmoxSimulator.start(SimulationOptions.standard().withFaults(new FaultPlan(1)));

        @Override
        public String provider() {
            return simulator.provider();
        }

        @Override
        public Map<String, Object> settings() {
            Map<String, Object> settings = new HashMap<>(simulator.settings());
            settings.remove("templateID");
            settings.put("importVolume", PveInventory.IMPORT_VOLUME);
            settings.put("storage", PveInventory.LOCAL_STORAGE);
            settings.put("pool", PveInventory.POOL);
            return settings;
        }

        @Override
        public Map<String, String> credentials() {
            return simulator.passwordCredentials();
        }

        @Override
        public ConnectedInfrastructure connect(Map<String, String> credentials) {
            Map<String, Object> settings = new HashMap<>(settings());
            settings.put("templateID", "none");
            return Proxmox.connect(simulator, settings, credentials);
        }

        @Override
        public List<SimulatedMachine> machines() {
            return simulator.machines();
        }

        @Override
        public List<String> leftovers() {
            return simulator.leftovers();
        }

        @Override
        public void plantForeign(String name) {
            simulator.plantForeign(name);
        }

        @Override
        public void vanish(String name) {
            simulator.vanish(name);
        }

        @Override
        public void stop(String name) {
            simulator.stop(name);
        }

        @Override
        public FaultPlan faults() {
            return simulator.faults();
        }

        @Override
        public long requests() {
            return simulator.requests();
        }

        @Override
        public void close() {
            simulator.close();
        }
    }
}
