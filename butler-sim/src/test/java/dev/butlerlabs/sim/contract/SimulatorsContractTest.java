package dev.butlerlabs.sim.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.testing.LongSuite;
import dev.butlerlabs.sim.infrastructure.SimulatorFactory;
import dev.butlerlabs.sim.infrastructure.Simulators;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** The contract on every infrastructure that can be simulated; usually a third of the cases on each, so that every case runs on some. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(900)
class SimulatorsContractTest {
    private final List<ProviderContract> contracts = new ArrayList<>();
    private final ConcurrentTests concurrent = new ConcurrentTests();

    @AfterAll
    void closeThem() {
        concurrent.close();
        contracts.forEach(ProviderContract::close);
        System.out.printf("%d case and fault runs of the provider contract%n", ProviderContract.runs());
    }

    @TestFactory
    Stream<DynamicContainer> everyProviderKeepsTheContract() {
        return SimulatedWorld.factories().map(this::contract).toList().stream();
    }

    private DynamicContainer contract(SimulatorFactory factory) {
        ProviderContract contract = new ProviderContract(SimulatedWorld.start(factory));
        contracts.add(contract);
        return concurrent.start(factory.provider(), LongSuite.every(5, contracts.size(), contract.tests()));
    }

    @Test
    void everyProviderCanBeSimulated() {
        assertThat(Simulators.load().all())
                .extracting(SimulatorFactory::provider)
                .containsAll(ProviderRegistry.load().all().stream()
                        .map(InfrastructureProvider::profile)
                        .map(profile -> profile.name())
                        .toList());
    }
}
