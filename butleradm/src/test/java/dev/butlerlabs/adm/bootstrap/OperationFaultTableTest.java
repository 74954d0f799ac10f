package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.adm.bootstrap.OperationFaultCase.Use;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The message of every failed operation on a running cluster names its cause. Most causes share one cluster; those that take long, or after
 * which a node has to be repaired, are injected with {@code -Dbutler.upgrade.all=true} or {@code -Dbutler.golden.update=true}. {@code
 * -Dbutler.faults=word} selects the causes with that word.
 */
@Tag("slow")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
@ExtendWith(QuietRuns.class)
class OperationFaultTableTest {
    /** The message of a cause that cannot be injected on this system. */
    static final String NOT_POSSIBLE = "not possible on this system";

    private static final boolean ALL =
            Boolean.getBoolean("butler.upgrade.all") || Boolean.getBoolean("butler.golden.update");
    private static final String ONLY = System.getProperty("butler.faults", "");

    @TempDir
    private Path folder;

    @Test
    void namesTheCauseOfEveryFailure() throws Exception {
        List<OperationFaultCase> cases = OperationFaultWorld.cases().stream()
                .filter(one -> one.cause().matches(".*(" + ONLY + ").*"))
                .toList();
        Map<OperationFaultCase, String> messages = new LinkedHashMap<>();
        long start = System.nanoTime();
        try (OperationFaultWorld world = OperationFaultWorld.start(folder, 1, UpgradeFaults.TALOS)) {
            for (OperationFaultCase one : cases) {
                if (one.use() == Use.BRIEF || (one.use() == Use.LONG && ALL)) {
                    record(messages, one, world);
                }
            }
        }
        for (int i = 0; i < cases.size(); i++) {
            if (cases.get(i).use() == Use.DESTRUCTIVE && ALL) {
                Path directory = Files.createDirectory(folder.resolve("fault-" + i));
                try (OperationFaultWorld world = OperationFaultWorld.start(directory, 0, UpgradeFaults.OLD_TALOS)) {
                    record(messages, cases.get(i), world);
                }
            }
        }
        Map<String, String> unnamed = new TreeMap<>();
        messages.forEach((one, message) -> {
            if (!one.isNamedBy(message) && !message.equals(NOT_POSSIBLE)) {
                unnamed.put("%s %s".formatted(one.cause(), one.named()), message);
            }
        });
        System.out.printf(
                "%d of %d causes injected, %d named, %d s%n",
                messages.size(),
                cases.size(),
                messages.size() - unnamed.size(),
                TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start));
        assertThat(unnamed).as("messages that do not name the cause").isEmpty();
        if (ONLY.isEmpty()) {
            FaultTable.compare(
                    FaultTable.Part.OPERATIONS,
                    cases.stream()
                            .map(one -> new FaultTable.Row(one.cause(), one.command(), messages.getOrDefault(one, "")))
                            .toList(),
                    folder);
        }
    }

    private static void record(
            Map<OperationFaultCase, String> messages, OperationFaultCase one, OperationFaultWorld world)
            throws Exception {
        long start = System.nanoTime();
        String message = one.injection().in(world);
        messages.put(one, message);
        if (Boolean.getBoolean("butler.faults.print")) {
            System.out.printf(
                    "%5d ms  %s: %s%n", TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start), one.cause(), message);
        }
    }
}
