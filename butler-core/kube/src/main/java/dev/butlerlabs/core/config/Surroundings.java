package dev.butlerlabs.core.config;

import dev.butlerlabs.core.kube.UserDirectories;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a file may refer to beside itself.
 *
 * @param variables the environment, by name
 * @param files opens the files that are referred to
 * @param home what {@code ~} stands for
 * @param folder what relative paths begin at: the folder of the file
 */
public record Surroundings(Function<String, Optional<String>> variables, FileOpener files, Path home, Path folder) {
    public Surroundings {
        Objects.requireNonNull(variables, "variables");
        Objects.requireNonNull(files, "files");
        Objects.requireNonNull(home, "home");
        Objects.requireNonNull(folder, "folder");
    }

    /** Opens a file; a rehearsal may hand out a stand-in instead. */
    @FunctionalInterface
    public interface FileOpener {
        InputStream open(Path file) throws IOException;
    }

    /** The files of this machine. */
    public Surroundings(Function<String, Optional<String>> variables, Path home, Path folder) {
        this(variables, Files::newInputStream, home, folder);
    }

    /** The environment, the files and the home folder of this process. */
    public static Surroundings ofThisProcess(Path folder) {
        return new Surroundings(
                name -> Optional.ofNullable(System.getenv(name)),
                UserDirectories.ofThisProcess().home(),
                folder);
    }

    /** The path a text means. */
    Path path(String text) {
        if (text.equals("~")) {
            return home;
        }
        return (text.startsWith("~/") ? home.resolve(text.substring(2)) : folder.resolve(text)).normalize();
    }
}
