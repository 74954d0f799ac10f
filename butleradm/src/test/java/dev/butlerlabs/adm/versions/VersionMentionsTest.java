package dev.butlerlabs.adm.versions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.testing.ProjectRoot;
import dev.butlerlabs.core.version.VersionListSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Code, examples, manifests and pages name no version that is not in the version list. */
class VersionMentionsTest {
    private static final Pattern VERSION =
            Pattern.compile("(?<![\\w.])(?:v\\d+\\.\\d+\\.\\d+|1\\.[23]\\d\\.\\d+)(?![\\w.]*\\d)");
    private static final List<String> PLACES = List.of(
            "butleradm/src/main",
            "butlerctl/src/main",
            "butler-core",
            "configs",
            "manifests/addons",
            "manifests/crds",
            "docs",
            "README.md");

    /** They name the versions of the programs that tests were run with. */
    private static final List<String> REPORTS = List.of("docs/testing.md", "docs/providers/", "docs/simulation.md");

    private final Path root = ProjectRoot.find();

    @Test
    void everyVersionIsListed() {
        Set<String> listed = versions(VersionListSource.builtInText()).collect(Collectors.toSet());

        assertThat(files().flatMap(file -> mentions(file, listed)).toList())
                .as("versions that manifests/versions.yaml does not contain")
                .isEmpty();
    }

    private Stream<Path> files() {
        return PLACES.stream().flatMap(place -> walk(root.resolve(place))).filter(this::isChecked);
    }

    private boolean isChecked(Path file) {
        String name = root.relativize(file).toString();
        return name.matches(".*\\.(java|yaml|md)")
                && !name.contains("/target/")
                && !name.contains("/src/test/")
                && REPORTS.stream().noneMatch(name::startsWith);
    }

    private Stream<String> mentions(Path file, Set<String> listed) {
        return versions(read(file))
                .filter(version -> !listed.contains(version))
                .map(version -> "%s: %s".formatted(root.relativize(file), version));
    }

    private static Stream<String> versions(String text) {
        return VERSION.matcher(text)
                .results()
                .map(MatchResult::group)
                .map(version -> version.startsWith("v") ? version : "v" + version);
    }

    private static Stream<Path> walk(Path place) {
        try (Stream<Path> files = Files.walk(place)) {
            return files.filter(Files::isRegularFile).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
