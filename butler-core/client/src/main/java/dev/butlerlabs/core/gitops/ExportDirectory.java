package dev.butlerlabs.core.gitops;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A directory with an export. A file in it lists what was exported, so that a later export replaces only directories of its own, and never
 * files that someone added.
 */
public final class ExportDirectory {
    /** The list of the exported files. */
    static final String LIST = ".butler-export";

    private final Path directory;
    private final boolean keepAdded;

    /** @param keepAdded whether files that someone added to an earlier export are kept; otherwise they are a conflict */
    public ExportDirectory(Path directory, boolean keepAdded) {
        this.directory = directory.toAbsolutePath().normalize();
        this.keepAdded = keepAdded;
    }

    /**
     * Writes the files. They are written to a new directory beside the target first, which then takes its place, so that the target is never
     * incomplete.
     *
     * @param files the contents by relative path
     * @throws ButlerException with CONFLICT if the directory contains files of others, or with ENVIRONMENT if it cannot be written
     */
    public void write(Map<String, String> files) {
        Set<String> added = check();
        Path fresh = sibling("new");
        try {
            Files.createDirectories(directory.getParent());
            fill(fresh, files);
            copy(added, fresh);
            replace(fresh);
        } catch (IOException e) {
            discard(fresh);
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT, "Cannot write %s: %s.".formatted(directory, e.getMessage()), e);
        }
    }

    /**
     * Checks that the directory can be written.
     *
     * @return the files that someone added to it
     * @throws ButlerException with CONFLICT if not
     */
    public Set<String> check() {
        if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
            return Set.of();
        }
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            throw taken("%s is not a directory.".formatted(directory));
        }
        Set<String> added = new TreeSet<>(present());
        if (!added.isEmpty() && !added.contains(LIST)) {
            throw taken("%s is not empty and was not written by an export.".formatted(directory));
        }
        if (added.remove(LIST)) {
            exported().forEach(added::remove);
        }
        if (!added.isEmpty() && !keepAdded) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "%s contains files that were not exported: %s."
                            .formatted(directory, added.stream().limit(5).collect(Collectors.joining(", "))),
                    "Pass --force to keep them and to overwrite the exported ones, or choose another directory.");
        }
        return added;
    }

    private static ButlerException taken(String sentence) {
        return new ButlerException(
                ErrorCode.CONFLICT,
                sentence,
                "Choose a new directory with --output, such as a subdirectory of the checkout, or move the files away.");
    }

    private Set<String> present() {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS))
                    .map(file -> directory.relativize(file).toString())
                    .collect(Collectors.toSet());
        } catch (IOException | UncheckedIOException e) {
            throw new ButlerException(
                    ErrorCode.UNREADABLE_FILE, "Cannot read %s: %s.".formatted(directory, e.getMessage()), e);
        }
    }

    private List<String> exported() {
        try {
            return Files.readAllLines(directory.resolve(LIST));
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.UNREADABLE_FILE, "Cannot read %s.".formatted(directory.resolve(LIST)), e);
        }
    }

    private static void fill(Path fresh, Map<String, String> files) throws IOException {
        Files.createDirectory(fresh);
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path path = fresh.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
        Files.writeString(fresh.resolve(LIST), String.join("\n", new TreeSet<>(files.keySet())) + "\n");
    }

    /** An exported file replaces an added one of the same name. */
    private void copy(Set<String> added, Path fresh) throws IOException {
        for (String file : added) {
            Path target = fresh.resolve(file);
            if (!Files.exists(target)) {
                Files.createDirectories(target.getParent());
                Files.copy(
                        directory.resolve(file), target, LinkOption.NOFOLLOW_LINKS, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    private void replace(Path fresh) throws IOException {
        Path old = sibling("old");
        if (Files.exists(directory)) {
            Files.move(directory, old, StandardCopyOption.ATOMIC_MOVE);
        }
        try {
            Files.move(fresh, directory, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            if (Files.exists(old)) {
                Files.move(old, directory, StandardCopyOption.ATOMIC_MOVE);
            }
            throw e;
        }
        discard(old);
    }

    private Path sibling(String use) {
        return directory.resolveSibling(".%s.%s.%s".formatted(directory.getFileName(), use, UUID.randomUUID()));
    }

    /** Deletes a directory beside the target. What cannot be deleted is left, since the result is complete without it. */
    private static void discard(Path tree) {
        List<Path> deepestFirst = new ArrayList<>();
        try (Stream<Path> files = Files.walk(tree)) {
            files.forEach(deepestFirst::addFirst);
        } catch (IOException | UncheckedIOException gone) {
            return;
        }
        for (Path file : deepestFirst) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                return;
            }
        }
    }
}
