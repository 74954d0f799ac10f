package dev.butlerlabs.sim.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.ImageSyncSpec.TransferMode;
import dev.butlerlabs.core.api.ImageSyncStatus;
import dev.butlerlabs.core.api.ImageSyncStatus.Phase;
import dev.butlerlabs.core.testing.LongSuite;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.factory.ImageFactoryOptions;
import dev.butlerlabs.sim.fault.FaultSpec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An upload with constant memory. The size is that of {@code -Dbutler.image.bytes}; the long ring sets it to 2 GB, which is more than the
 * heap of the test.
 */
@Tag("slow")
class LargeImageTest {
    private static final long BYTES = Long.getLong("butler.image.bytes", 16_000_000);
    private static final long MOST_EXTRA = 64L << 20;

    private static Stream<String> providers() {
        return LongSuite.plus(List.of("aws"), "nutanix", "proxmox", "gcp", "azure");
    }

    @ParameterizedTest
    @MethodSource("providers")
    void anImageIsStreamedThroughButlerDespiteTenInterruptions(String provider) throws InterruptedException {
        try (ImageWorld world =
                new ImageWorld(provider, ImageFactoryOptions.standard().withImageBytes(BYTES))) {
            world.factory.faults().order(FaultSpec.parse("read:truncated-body*7"));
            world.infrastructure.faults().order(FaultSpec.parse("update:truncated-body*3"));
            HeapWatch heap = new HeapWatch();
            world.create("talos", TransferMode.PROXY);
            ImageSyncStatus status = world.await("talos", Phase.READY);
            long extra = heap.stop();

            assertThat(world.factory.faults().happened().values().stream()
                                    .mapToInt(Integer::intValue)
                                    .sum()
                            + world.infrastructure.faults().happened().values().stream()
                                    .mapToInt(Integer::intValue)
                                    .sum())
                    .as("interruptions")
                    .isEqualTo(10);
            assertThat(status.artifactSHA256()).isEqualTo(world.checksum());
            assertThat(world.infrastructure.images()).singleElement().satisfies(image -> {
                assertThat(image.isReady()).isTrue();
                assertThat(image.sha256()).contains(world.receivedChecksum());
            });
            TestAwait.upTo(Duration.ofSeconds(30), "temporary resources deleted")
                    .until(() -> world.infrastructure.leftovers().isEmpty());
            System.out.printf("%s: %d bytes uploaded with %d KiB of extra heap.%n", provider, BYTES, extra >> 10);
            assertThat(extra).as("extra heap in bytes").isLessThanOrEqualTo(MOST_EXTRA);
        }
    }

    /** Measures the live heap while an upload runs. */
    private static final class HeapWatch {
        private static final Duration INTERVAL = Duration.ofSeconds(1);

        private final AtomicBoolean isStopped = new AtomicBoolean();
        private final AtomicLong most = new AtomicLong();
        private final long before = live();
        private final Thread thread = Thread.ofPlatform().daemon().start(this::watch);

        private void watch() {
            while (!isStopped.get()) {
                most.accumulateAndGet(live(), Math::max);
                // Each sample stops all threads.
                LockSupport.parkNanos(INTERVAL.toNanos());
            }
        }

        private static long live() {
            System.gc();
            return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
        }

        /** Returns the maximum of live bytes beyond those at the start. */
        private long stop() throws InterruptedException {
            isStopped.set(true);
            thread.join();
            return most.get() - before;
        }
    }
}
