package dev.butlerlabs.core.embedded.conformance;

import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import dev.butlerlabs.core.testing.apiserver.TestKubeconfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What people do with kubectl, done with the real program. */
abstract class KubectlSuite extends Suite {

    private Path directory;
    private KubectlShell shell;

    KubectlSuite() {
        super("kubectl");
    }

    @BeforeAll
    void openShell(@TempDir Path temporary) {
        directory = temporary;
        TestBench bench = TestBench.find().orElseGet(() -> abort(TestBench.ABSENT));
        shell = new KubectlShell(
                bench.directory(), directory, TestKubeconfig.of(candidate().target()));
    }

    @TestFactory
    Stream<DynamicTest> cases() {
        return CaseLibrary.kubectl().stream().map(this::test);
    }

    @Override
    void run(Case one) {
        String namespace = newNamespace();
        Path folder = directory.resolve(namespace);
        write(folder.resolve("widget.yaml"), CaseLibrary.kubectlWidget());
        one.files().forEach((file, text) -> write(folder.resolve(file), text));
        for (JsonNode step : one.steps()) {
            String line = step.required("run").asText();
            KubectlShell.Result result = shell.run(folder, namespace, line);
            List<String> mismatches = mismatches(step, result, namespace);
            if (!mismatches.isEmpty()) {
                throw new AssertionError(String.join("\n", mismatches) + "\nran: " + line + "\n" + result);
            }
        }
    }

    private static List<String> mismatches(JsonNode step, KubectlShell.Result result, String namespace) {
        List<String> mismatches = new ArrayList<>();
        if (result.exit() != step.path("exit").asInt(0)) {
            mismatches.add("expected exit " + step.path("exit").asInt(0) + " but was " + result.exit());
        }
        if (step.has("exactly")) {
            String expected = step.get("exactly").asText().replace("$NS", namespace);
            if (!result.output().strip().equals(expected)) {
                mismatches.add("expected '" + expected + "' but was '"
                        + result.output().strip() + "'");
            }
        }
        step.path("prints").forEach(one -> require("output", one, result.output(), namespace, mismatches));
        step.path("complains").forEach(one -> require("complaint", one, result.errors(), namespace, mismatches));
        return mismatches;
    }

    private static void require(String what, JsonNode pattern, String text, String namespace, List<String> mismatches) {
        String regex = pattern.asText().replace("$NS", namespace);
        if (!Pattern.compile(regex, Pattern.MULTILINE).matcher(text).find()) {
            mismatches.add("expected the " + what + " to hold " + regex);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
