package dev.butlerlabs.ctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands that a kept rehearsal prints act on the rehearsal. */
@Tag("process")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class KeptRehearsalTest {
    @TempDir
    private Path home;

    @Test
    void printsCommandsThatActOnTheRehearsal() throws Exception {
        Path file = ProjectRoot.find().resolve("configs/examples/bootstrap-single-node.yaml");
        Process rehearsal = BothTools.BUTLERADM
                .with("BUTLER_HOME", home.toString())
                .start("rehearse", "-c", file.toString(), "--keep", "-q");
        // Ends the reading below if the last line is never printed.
        CompletableFuture.delayedExecutor(2, TimeUnit.MINUTES).execute(rehearsal::destroyForcibly);
        try {
            List<String> commands = commands(rehearsal);
            assertThat(commands)
                    .hasSizeGreaterThan(2)
                    .anyMatch(command -> command.startsWith("kubectl "))
                    .anyMatch(command -> command.startsWith("butlerctl "))
                    .noneMatch(command -> command.contains("destroy"));
            for (String command : commands) {
                run(command);
            }
        } finally {
            rehearsal.destroy();
            rehearsal.waitFor();
        }
    }

    /** The lines from "Next:" up to the line that tells how to end it. */
    private static List<String> commands(Process rehearsal) throws IOException {
        BufferedReader out = rehearsal.inputReader();
        List<String> commands = new ArrayList<>();
        for (String line = out.readLine(); line != null && !line.contains("Ctrl-C"); line = out.readLine()) {
            if (line.startsWith("Next:") || !commands.isEmpty()) {
                commands.add(line.replace("Next:", "").strip());
            }
        }
        assertThat(rehearsal.isAlive()).isTrue();
        return commands;
    }

    private void run(String command) {
        List<String> words = Arrays.asList(command.split(" +"));
        if (words.getFirst().equals("kubectl")) {
            assertThat(Path.of(words.get(2))).isRegularFile().startsWith(home.resolve("rehearsals"));
            return;
        }
        Tool tool = words.getFirst().equals("butlerctl") ? BothTools.BUTLERCTL : BothTools.BUTLERADM;
        ToolRun run = tool.with("BUTLER_HOME", home.toString())
                .runProcess(words.subList(1, words.size()).toArray(String[]::new));
        assertThat(run.exitCode()).as(command + "\n" + run.err()).isZero();
    }
}
