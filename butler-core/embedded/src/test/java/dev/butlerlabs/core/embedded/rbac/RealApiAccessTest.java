package dev.butlerlabs.core.embedded.rbac;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.testing.apiserver.RealApiServer;
import dev.butlerlabs.core.testing.apiserver.RealApiServer.Account;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import dev.butlerlabs.core.testing.apiserver.TestKubeconfig;
import io.fabric8.kubernetes.client.Config;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("process")
class RealApiAccessTest extends AccessContract {
    private Optional<RealApiServer> server = Optional.empty();

    @BeforeAll
    void start() {
        Optional<TestBench> bench = TestBench.find();
        assumeTrue(bench.isPresent(), TestBench.ABSENT);
        RealApiServer started =
                RealApiServer.startWithRbac(bench.orElseThrow(), List.of(new Account("nobody", List.of())));
        server = Optional.of(started);
        prepare(Config.fromKubeconfig(TestKubeconfig.of(started.target())));
    }

    @AfterAll
    void stop() {
        close();
        server.ifPresent(RealApiServer::close);
    }
}
