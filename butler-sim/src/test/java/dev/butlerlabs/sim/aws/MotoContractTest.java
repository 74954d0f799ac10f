package dev.butlerlabs.sim.aws;

import dev.butlerlabs.sim.contract.ProviderContract;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** The contract of all providers on moto, but for two cases: it lets everybody in, and it takes its time over many requests at once. */
@Tag("process")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MotoContractTest {
    private ProviderContract contract;

    @TestFactory
    Stream<DynamicTest> keepsTheContract() {
        contract = new ProviderContract(new MotoContractWorld(MotoServer.freshAccount()));
        return contract.tests().stream().filter(MotoContractTest::isPlayable);
    }

    private static boolean isPlayable(DynamicTest test) {
        return Stream.of("refuses wrong credentials", "makes many at once").noneMatch(test.getDisplayName()::contains);
    }

    @AfterAll
    void close() {
        if (contract != null) {
            contract.close();
        }
    }
}
