package dev.butlerlabs.core.kube;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Resolves the directories of the user from the environment.
 *
 * @param home {@code HOME}, as for other command-line tools, or the home directory of the account
 * @param butler {@code BUTLER_HOME}, or {@code .butler} in the home directory
 */
public record UserDirectories(Path home, Path butler) {
    public UserDirectories {
        Objects.requireNonNull(home, "home");
        Objects.requireNonNull(butler, "butler");
    }

    /** Returns the directories in the environment of this process. */
    public static UserDirectories ofThisProcess() {
        return of(name -> Optional.ofNullable(System.getenv(name)));
    }

    /**
     * Returns the directories in an environment.
     *
     * @param environment returns the value of a variable; empty if it is not set
     */
    public static UserDirectories of(Function<String, Optional<String>> environment) {
        return of(environment, Path.of(System.getProperty("user.home")));
    }

    static UserDirectories of(Function<String, Optional<String>> environment, Path accountHome) {
        Path home = directory(environment, "HOME").orElse(accountHome);
        return new UserDirectories(
                home, directory(environment, "BUTLER_HOME").orElseGet(() -> home.resolve(".butler")));
    }

    private static Optional<Path> directory(Function<String, Optional<String>> environment, String name) {
        return environment
                .apply(name)
                .filter(Predicate.not(String::isBlank))
                .map(text -> Path.of(text).toAbsolutePath());
    }
}
