package dev.butlerlabs.core.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Texts that are checked in and must not change by accident. */
public final class GoldenFile {
    /** What to type when a change is meant. */
    public static final String REGENERATE = "scripts/test --update-golden";

    private GoldenFile() {}

    /** Compares with a file of the project, or writes the file when {@code -Dbutler.golden.update=true} is given. */
    public static void check(String path, String actual) {
        Path file = ProjectRoot.find().resolve(path);
        try {
            if (Boolean.getBoolean("butler.golden.update")) {
                Files.createDirectories(file.getParent());
                Files.writeString(file, actual);
            }
            String expected = Files.exists(file) ? Files.readString(file) : "";
            assertThat(actual)
                    .as("%s; if the change is meant, run %s", path, REGENERATE)
                    .isEqualTo(expected);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
