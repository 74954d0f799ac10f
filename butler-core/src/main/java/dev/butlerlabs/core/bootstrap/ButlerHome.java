package dev.butlerlabs.core.bootstrap;

import dev.butlerlabs.core.kube.WholeFile;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Where Butler keeps what it knows of clusters on this machine. */
public record ButlerHome(Path folder) {
    public ButlerHome {
        Objects.requireNonNull(folder, "folder");
    }

    /** {@code BUTLER_HOME}, or {@code .butler} in the user's home. */
    public static ButlerHome of(Map<String, String> environment, Path userHome) {
        return new ButlerHome(Optional.ofNullable(environment.get("BUTLER_HOME"))
                .filter(text -> !text.isBlank())
                .map(Path::of)
                .orElseGet(() -> userHome.resolve(".butler"))
                .toAbsolutePath());
    }

    public ClusterFolder cluster(String name) {
        return new ClusterFolder(name, folder.resolve("clusters").resolve(name), folder, WholeFile::write);
    }
}
