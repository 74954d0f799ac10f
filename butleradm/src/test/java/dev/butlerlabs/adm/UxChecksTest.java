package dev.butlerlabs.adm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every check in docs/ux-checks.md names a test that exists. */
class UxChecksTest {
    private static final Pattern CHECK = Pattern.compile("^\\| (?!check)[^|]+ \\| (.*) \\|$");
    private static final Pattern TEST = Pattern.compile("`(\\w+Test)#(\\w+)`");

    @Test
    void everyCheckHasATest() throws IOException {
        List<String> checks = Files.readAllLines(ProjectRoot.find().resolve("docs/ux-checks.md")).stream()
                .flatMap(line -> CHECK.matcher(line).results())
                .map(check -> check.group(1))
                .toList();
        assertThat(checks)
                .hasSizeGreaterThan(10)
                .allSatisfy(check -> assertThat(check).matches(TEST));
        for (String check : checks) {
            var test = TEST.matcher(check);
            assertThat(test.matches()).isTrue();
            assertThat(source(test.group(1))).as(check).contains("void " + test.group(2) + "(");
        }
    }

    private static String source(String test) throws IOException {
        try (Stream<Path> files = Files.find(
                ProjectRoot.find(),
                12,
                (file, _) -> file.getFileName().toString().equals(test + ".java"))) {
            return Files.readString(files.findFirst().orElseThrow());
        }
    }
}
