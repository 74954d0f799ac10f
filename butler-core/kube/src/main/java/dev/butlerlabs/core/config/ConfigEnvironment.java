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
 * The environment in which a file resolves its references.
 *
 * @param variables environment variables by name
 * @param files opens referenced files
 * @param home the directory for {@code ~}
 * @param directory the directory that relative paths are resolved against: the directory of the file
 */
public record ConfigEnvironment(
        Function<String, Optional<String>> variables, FileOpener files, Path home, Path directory) {
    public ConfigEnvironment {
        Objects.requireNonNull(variables, "variables");
        Objects.requireNonNull(files, "files");
        Objects.requireNonNull(home, "home");
        Objects.requireNonNull(directory, "directory");
    }

    /** Opens a file. A dry run can return a placeholder instead. */
    @FunctionalInterface
    public interface FileOpener {
        InputStream open(Path file) throws IOException;
    }

    /** Creates surroundings that open the files of this machine. */
    public ConfigEnvironment(Function<String, Optional<String>> variables, Path home, Path directory) {
        this(variables, Files::newInputStream, home, directory);
    }

    /** Returns the environment, the files and the home directory of this process. */
    public static ConfigEnvironment ofThisProcess(Path folder) {
        return new ConfigEnvironment(
                name -> Optional.ofNullable(System.getenv(name)),
                UserDirectories.ofThisProcess().home(),
                folder);
    }

    /** Resolves a path. */
    Path path(String text) {
        if (text.equals("~")) {
            return home;
        }
        return (text.startsWith("~/") ? home.resolve(text.substring(2)) : directory.resolve(text)).normalize();
    }
}
