package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.testing.LongSuite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever goes wrong, the message names the cause, at least in nine cases of ten. The table of all cases is checked in; {@code -Dbutler.long=true} compares it and
 * {@code -Dbutler.golden.update=true} with it writes it anew. {@code -Dbutler.faults=word} selects the causes with that word.
 */
@Tag("slow")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
@ExtendWith(QuietRuns.class)
class FaultTableTest {
    private static final String ONLY = System.getProperty("butler.faults", "");
    private static final int AT_ONCE = 4;

    @TempDir
    private Path folder;

    @BeforeEach
    void hasKeysAtHand() {
        assertThat(KeyPool.isFilled()).isTrue();
    }

    @Test
    void namesTheCauseOfEveryFault() throws Exception {
        LongSuite.assumeEnabled();
        Assumptions.assumeTrue(Files.exists(Path.of("/dev/full")), "this system has no device that is always full");
        Map<FaultCase, String> seen = new ConcurrentHashMap<>();
        List<FaultCase> cases = FaultCases.all().stream()
                .filter(one -> one.cause().matches(".*(" + ONLY + ").*"))
                .toList();
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
            List<Callable<String>> work = new ArrayList<>();
            for (int i = 0; i < cases.size(); i++) {
                FaultCase one = cases.get(i);
                Path home = Files.createDirectory(folder.resolve("fault-" + i));
                work.add(() -> seen.put(one, play(one, home)));
            }
            for (Future<String> played : threads.invokeAll(work)) {
                played.get();
            }
        }
        if (ONLY.isEmpty()) {
            FaultTable.compare(
                    FaultTable.Part.BOOTSTRAP,
                    cases.stream()
                            .map(one -> new FaultTable.Row(one.cause(), "", seen.get(one)))
                            .toList(),
                    folder);
        }
        Map<String, String> unnamed = new TreeMap<>();
        seen.forEach((one, message) -> {
            if (!one.named().stream().allMatch(word -> FaultCase.names(message, word))) {
                unnamed.put(one.cause() + " " + one.named(), message);
            }
        });
        System.out.printf("%d faults, %d name their cause%n", cases.size(), cases.size() - unnamed.size());
        assertThat(unnamed.keySet())
                .as("the machines of a lost state are named in every run")
                .noneMatch(cause -> cause.contains("state of an earlier run is lost"));
        // What is last seen before time runs out may be a moment that tells less than the one before it.
        assertThat(unnamed)
                .as("messages that do not name the cause")
                .hasSizeLessThanOrEqualTo(ONLY.isEmpty() ? cases.size() / 10 : 0);
    }

    private static String play(FaultCase one, Path home) throws Exception {
        try (FaultWorld world = new FaultWorld(home, one.named())) {
            one.happening().in(world);
            return "nothing went wrong";
        } catch (ButlerException e) {
            return text(e);
        }
    }

    /** As the tool prints it. */
    private static String text(ButlerException failure) {
        List<String> lines = new ArrayList<>();
        lines.add(failure.getMessage());
        failure.problems().stream().map(InputProblem::toString).forEach(lines::add);
        if (!failure.hint().isEmpty()) {
            lines.add("hint: " + failure.hint());
        }
        return String.join(" / ", lines);
    }
}
