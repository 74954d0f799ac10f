package dev.butlerlabs.core.bootstrap.state;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The directory that stores the local state of clusters. Immutable. */
public record ButlerHome(Path folder) {
    public ButlerHome {
        Objects.requireNonNull(folder, "folder");
    }

    /** Returns the state directory of a cluster, which need not exist. */
    public ClusterDirectory cluster(String name) {
        return new ClusterDirectory(name, folder.resolve("clusters").resolve(name), folder, AtomicFile::write);
    }

    /** Lists the clusters with local state, by name. */
    public List<ClusterDirectory> clusters() {
        try (Stream<Path> names = Files.list(folder.resolve("clusters"))) {
            return names.filter(Files::isDirectory)
                    .map(path -> cluster(path.getFileName().toString()))
                    .sorted(Comparator.comparing(ClusterDirectory::cluster))
                    .toList();
        } catch (NoSuchFileException none) {
            return List.of();
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.UNREADABLE_FILE, "Cannot read directory %s: %s.".formatted(folder, e.getMessage()), e);
        }
    }
}
