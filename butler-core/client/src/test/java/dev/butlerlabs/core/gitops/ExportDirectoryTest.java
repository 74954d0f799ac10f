package dev.butlerlabs.core.gitops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExportDirectoryTest {
    @TempDir
    private Path parent;

    @Test
    void replacesAnEarlierExportAndLeavesNothingBeside() throws IOException {
        ExportDirectory target = new ExportDirectory(parent.resolve("out/one"), false);
        target.write(Map.of("a/x.yaml", "1", "README.md", "r"));

        target.write(Map.of("b/y.yaml", "2"));

        assertThat(files()).containsExactly("out/one/.butler-export", "out/one/b/y.yaml");
        assertThat(parent.resolve("out/one/b/y.yaml")).hasContent("2");
    }

    @Test
    void usesAnEmptyDirectory() throws IOException {
        Files.createDirectory(parent.resolve("empty"));

        new ExportDirectory(parent.resolve("empty"), false).write(Map.of("x.yaml", "1"));

        assertThat(files()).containsExactly("empty/.butler-export", "empty/x.yaml");
    }

    @Test
    void refusesADirectoryOfOthers() throws IOException {
        Files.createDirectories(parent.resolve("repo/.git"));
        Files.writeString(parent.resolve("repo/.git/HEAD"), "ref");

        refuses(parent.resolve("repo"), "was not written by an export");

        assertThat(files()).containsExactly("repo/.git/HEAD");
    }

    @Test
    void refusesToDeleteFilesThatSomeoneAdded() throws IOException {
        Path target = parent.resolve("one");
        new ExportDirectory(target, false).write(Map.of("x.yaml", "1"));
        Files.writeString(target.resolve("mine.yaml"), "m");

        refuses(target, "mine.yaml");

        assertThat(files()).contains("one/mine.yaml", "one/x.yaml");
    }

    @Test
    void keepsAddedFilesOnRequest() throws IOException {
        Path target = parent.resolve("one");
        new ExportDirectory(target, false).write(Map.of("x.yaml", "1", "sub/old.yaml", "o"));
        Files.writeString(target.resolve("sub/mine.yaml"), "m");
        Files.writeString(target.resolve("y.yaml"), "theirs");

        new ExportDirectory(target, true).write(Map.of("x.yaml", "2", "y.yaml", "ours"));

        assertThat(files()).containsExactly("one/.butler-export", "one/sub/mine.yaml", "one/x.yaml", "one/y.yaml");
        assertThat(target.resolve("y.yaml")).hasContent("ours");
    }

    @Test
    void refusesAFileAndASymbolicLink() throws IOException {
        Files.writeString(parent.resolve("file"), "x");
        Files.createDirectory(parent.resolve("real"));
        Files.createSymbolicLink(parent.resolve("link"), parent.resolve("real"));

        refuses(parent.resolve("file"), "is not a directory");
        refuses(parent.resolve("link"), "is not a directory");
    }

    private static void refuses(Path target, String reason) {
        assertThatThrownBy(() -> new ExportDirectory(target, false).write(Map.of("x.yaml", "2")))
                .isInstanceOfSatisfying(ButlerException.class, failure -> {
                    assertThat(failure.code()).isEqualTo(ErrorCode.CONFLICT);
                    assertThat(failure.getMessage()).contains(reason);
                    assertThat(failure.hint()).containsAnyOf("--output", "--force");
                });
    }

    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.walk(parent)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> parent.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }
}
