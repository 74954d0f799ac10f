package dev.butlerlabs.ctl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of environment variables lists what the code reads, and nothing else of Butler. */
class EnvironmentPageTest {
    private static final Pattern READ = Pattern.compile(
            "(?:getenv|environment|environment\\.apply|\\.apply|variable|withVariable|containsKey)\\(\\s*\"([A-Z][A-Z0-9_]{2,})\"");
    private static final Pattern NAMED = Pattern.compile("\"(?:\\$\\{env:)?((?:BUTLER|AWS|AZURE|GOOGLE|CLOUDSDK|GCE"
            + "|NUTANIX|PROXMOX|KIND|DOCKER)_[A-Z0-9_]+|HTTPS?_PROXY|NO_PROXY|KUBECONFIG|[A-Z_]*EDITOR|BROWSER)}?\"");
    private static final Pattern LISTED = Pattern.compile("`([A-Z][A-Z0-9_]{2,})`");

    @Test
    void everyVariableIsDocumented() throws IOException {
        assertThat(documented()).containsAll(read());
    }

    @Test
    void everyDocumentedVariableOfButlerIsRead() throws IOException {
        assertThat(read())
                .containsAll(documented().stream()
                        .filter(name -> name.startsWith("BUTLER_"))
                        .toList());
    }

    @Test
    void theHomeDirectoryIsResolvedInOneClass() {
        assertThat(sources()
                        .filter(file -> text(file).contains("\"user.home\""))
                        .map(Path::getFileName))
                .extracting(Path::toString)
                .containsExactly("UserDirectories.java");
    }

    private static Set<String> documented() throws IOException {
        return found(LISTED, Files.readString(ProjectRoot.find().resolve("docs/environment.md")));
    }

    private static Set<String> read() {
        Set<String> names = new TreeSet<>();
        sources().map(EnvironmentPageTest::text).forEach(text -> {
            names.addAll(found(READ, text));
            names.addAll(found(NAMED, text));
        });
        return names;
    }

    private static Set<String> found(Pattern pattern, String text) {
        Set<String> names = new TreeSet<>();
        for (Matcher matcher = pattern.matcher(text); matcher.find(); ) {
            names.add(matcher.group(1));
        }
        return names;
    }

    /** Simulators and helpers of tests are not part of what users configure. */
    private static Stream<Path> sources() {
        Path root = ProjectRoot.find();
        return Stream.of("butler-core", "butleradm", "butlerctl")
                .map(root::resolve)
                .flatMap(EnvironmentPageTest::files)
                .filter(file -> file.toString().endsWith(".java"))
                .filter(file -> file.toString().contains("/src/main/java/"))
                .filter(file -> !file.startsWith(root.resolve("butler-core/testing")));
    }

    private static Stream<Path> files(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
