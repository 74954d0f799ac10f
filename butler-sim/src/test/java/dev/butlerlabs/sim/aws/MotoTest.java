package dev.butlerlabs.sim.aws;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The provider on moto, which implements AWS independently of this project. */
class MotoTest extends AwsCases {
    private static MotoServer server;

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException, InterruptedException {
        assumeTrue(MotoServer.find().isPresent(), "no moto here: scripts/testbench-moto installs it");
        server = MotoServer.start(MotoServer.find().orElseThrow(), folder);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Override
    AwsWorld world() {
        try {
            server.reset();
            return new MotoWorld(server);
        } catch (IOException e) {
            throw new AssertionError("moto cannot be reset", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
