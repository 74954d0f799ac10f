package dev.butlerlabs.ctl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.testing.LongSuite;
import dev.butlerlabs.core.testing.ProjectRoot;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands of the tutorial in one shell, in an empty directory. */
@Tag("process")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class TutorialTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\n(.*?)^```$");
    /** Stops the rehearsal if a command before the last one fails. */
    private static final String CLEAN_UP =
            "trap '[ -z \"${rehearsal-}\" ] || kill \"$rehearsal\" 2>/dev/null || :' EXIT\n";

    @TempDir
    private Path folder;

    @Test
    void deploysAnApplicationOnATenantCluster() throws IOException {
        LongSuite.assumeEnabled();
        Optional<TestBench> bench = TestBench.find();
        assumeTrue(bench.isPresent(), TestBench.ABSENT);
        Path tools = Files.createDirectory(folder.resolve("tools"));
        Files.createSymbolicLink(tools.resolve("kubectl"), bench.orElseThrow().program("kubectl"));
        start(tools, BothTools.BUTLERADM);
        start(tools, BothTools.BUTLERCTL);
        Path home = Files.createDirectory(folder.resolve("home"));
        ProcessBuilder builder = new ProcessBuilder("sh", "-eu", "-c", CLEAN_UP + commands()).directory(home.toFile());
        builder.environment().put("PATH", tools + ":" + System.getenv("PATH"));
        builder.environment().put("HOME", home.toString());
        Process process = builder.start();
        process.getOutputStream().close();

        ToolRun run = Tool.finish(process);

        assertThat(run.exitCode()).as("%s%n%s", run.out(), run.err()).isZero();
        assertThat(run.out())
                .contains("Wrote bootstrap.yaml", "Cluster butler-harvester is ready: 5 machines")
                .containsPattern("shop +Ready")
                .contains("deployment \"web\" successfully rolled out")
                .containsPattern("(?s)web-.*web-.*web-.*3/3");
        assertThat(home.resolve("butler/rehearsals")).isDirectory();
    }

    private static String commands() throws IOException {
        return BLOCK.matcher(Files.readString(ProjectRoot.find().resolve("docs/tutorial.md")))
                .results()
                .filter(block -> block.group(1).equals("sh"))
                .map(block -> block.group(2))
                .collect(Collectors.joining());
    }

    private static void start(Path tools, Tool tool) throws IOException {
        String words = tool.commandLine().stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        Path file = Files.writeString(tools.resolve(tool.name()), "#!/bin/sh\nexec %s \"$@\"%n".formatted(words));
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }
}
