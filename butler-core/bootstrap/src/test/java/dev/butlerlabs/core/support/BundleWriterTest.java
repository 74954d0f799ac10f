package dev.butlerlabs.core.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundleWriterTest {
    @TempDir
    private Path directory;

    @Test
    void equalContentMakesEqualArchivesOfTheOwnerAlone() throws IOException {
        Path one = write("one.tar.gz");
        Path other = write("other.tar.gz");

        assertThat(Files.readAllBytes(one)).isEqualTo(Files.readAllBytes(other));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(one)))
                .isEqualTo("rw-------");
    }

    private Path write(String name) {
        Path file = directory.resolve(name);
        try (BundleWriter writer = BundleWriter.create(file)) {
            writer.add("a.txt", "content");
            writer.finish();
        }
        return file;
    }

    @Test
    void anIncompleteArchiveIsRemoved() throws IOException {
        try (BundleWriter writer = BundleWriter.create(directory.resolve("bundle.tar.gz"))) {
            writer.add("a.txt", "content");
        }

        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void aFailedSourceIsListedAndDoesNotPreventTheOthers() {
        try (BundleWriter writer = BundleWriter.create(directory.resolve("bundle.tar.gz"))) {
            BundleCollection bundle = new BundleCollection(writer, BundleRedactor.unaware());
            bundle.text("a.log", () -> {
                throw new ButlerException(ErrorCode.UNREACHABLE, "Cannot read with password=x1y2z3.");
            });
            bundle.text("b.log", () -> "content");

            assertThat(bundle.entries()).isEqualTo(1);
            assertThat(bundle.errors()).containsExactly("a.log: Cannot read with password=(hidden)");
        }
    }

    @Test
    void namesAMissingDirectory() {
        assertThatThrownBy(() -> BundleWriter.create(directory.resolve("missing/bundle.tar.gz")))
                .isInstanceOf(ButlerException.class)
                .hasMessageEndingWith("missing/bundle.tar.gz: the directory does not exist.");
    }
}
