package dev.butlerlabs.ctl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Runs every {@code sh} block of the README, each as a whole, in a folder with nothing but the scripts and the examples. */
@Tag("process")
class ReadmeTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\n(.*?)^```$");
    private static final Path ROOT = ProjectRoot.find();

    @TestFactory
    Stream<DynamicTest> everyCommandBlockRuns(@TempDir Path folder) throws IOException {
        Files.createSymbolicLink(folder.resolve("scripts"), ROOT.resolve("scripts"));
        Files.createSymbolicLink(folder.resolve("configs"), ROOT.resolve("configs"));
        return blocks().filter(block -> block.group(1).equals("sh"))
                .map(block -> block.group(2))
                .map(program -> dynamicTest(program.lines().findFirst().orElse(""), () -> {
                    ToolRun run = run(program, folder);
                    assertThat(run.exitCode())
                            .as("%s%n%s%n%s", program, run.out(), run.err())
                            .isZero();
                }));
    }

    @Test
    void everyBlockSaysWhetherItCanBeRun() throws IOException {
        assertThat(blocks().map(block -> block.group(1))).isNotEmpty().isSubsetOf("sh", "console");
    }

    private static Stream<MatchResult> blocks() throws IOException {
        return BLOCK.matcher(Files.readString(ROOT.resolve("README.md"))).results();
    }

    private static ToolRun run(String program, Path folder) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(List.of("sh", "-eu", "-c", program)).directory(folder.toFile());
        builder.environment()
                .merge("PATH", ROOT.resolve("scripts").toString(), (path, scripts) -> scripts + ":" + path);
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        process.getOutputStream().close();
        return Tool.finish(process);
    }
}
