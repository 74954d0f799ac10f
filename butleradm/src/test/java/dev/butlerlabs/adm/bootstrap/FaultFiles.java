package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.state.RunLock;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.engine.EmbeddedEngine;
import dev.butlerlabs.core.engine.EmbeddedEngineOptions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.talos.secrets.SecretsGenerator;
import dev.butlerlabs.core.version.VersionContract;
import dev.butlerlabs.sim.cluster.control.JobRunner;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/** Faults that take more than a word. */
final class FaultFiles {
    private static final int DAMAGED_BYTES = 64;

    private FaultFiles() {}

    /** A certificate authority that signed nothing. */
    static String otherAuthority() {
        SecretsGenerator generator = new SecretsGenerator(new SecureRandom(), Clock.systemUTC());
        return KeyPool.secrets(generator, VersionContract.parse("v1.12.1"))
                .kubernetes()
                .certificate();
    }

    /** A run that comes to the beginning of a step and no further. */
    static void bootstrapUntil(FaultWorld world, String step) {
        world.at(step, () -> {
            throw new ButlerException(ErrorCode.CANCELLED, "far enough");
        });
        try {
            world.bootstrap();
        } catch (ButlerException e) {
            if (e.code() != ErrorCode.CANCELLED) {
                throw e;
            }
        }
    }

    /** A program that never ends. */
    static JobRunner endlessJobs() {
        return run -> {
            new CountDownLatch(1).await();
            return new JobRunner.Outcome(0, "");
        };
    }

    /** The file with the story of the runs is on a device that is always full. */
    static void fillDisk(FaultWorld world) throws IOException {
        Files.createDirectories(world.cluster().folder());
        Files.createSymbolicLink(world.cluster().events(), Path.of("/dev/full"));
        RunLogWriter story = new RunLogWriter(
                ProgressDisplay.json(line -> {}, false), world.cluster().events(), Clock.systemUTC());
        new ProgressReporter(story, Clock.systemUTC()).message("Engine: embedded.");
    }

    static void damageEngine(FaultWorld world) throws IOException {
        world.cluster().create();
        engine(world).close();
        try (Stream<Path> files = Files.walk(world.cluster().engine().resolve("store"))) {
            Path largest = files.filter(Files::isRegularFile)
                    .max(Comparator.comparing(file -> file.toFile().length()))
                    .orElseThrow();
            try (FileChannel channel = FileChannel.open(largest, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.allocate(DAMAGED_BYTES), channel.size() / 2);
            }
        }
        world.bootstrap();
    }

    private static EmbeddedEngine engine(FaultWorld world) {
        return EmbeddedEngine.start(
                new EmbeddedEngineOptions(Optional.of(world.cluster().engine()), 0, Optional.empty()),
                new ProgressReporter(event -> {}, Clock.systemUTC()));
    }

    static void killEngine(FaultWorld world) {
        try (RunLock _ = RunLock.take(world.cluster(), Clock.systemUTC())) {
            EmbeddedEngine engine = engine(world);
            world.at("MachinesRequested", engine::close);
            world.bootstrap(engine, world.cluster());
        }
    }
}
