package dev.butlerlabs.core.kube;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Stores the context that the user chose, in the directory of Butler: the qualified name, then the kubeconfig files of a kubeconfig
 * context, one per line.
 *
 * <p>Safe for several processes: the file is replaced as a whole, so that the last choice wins.
 */
final class ChosenContextFile {
    private static final String FILE = "current-context";

    /** Contained only the name of a management cluster. */
    private static final String EARLIER_FILE = "current-cluster";

    private final Path folder;

    ChosenContextFile(Path folder) {
        this.folder = folder;
    }

    Optional<Choice> read() {
        return lines(FILE)
                .map(lines -> new Choice(
                        lines.getFirst(), lines.stream().skip(1).map(Path::of).toList()))
                .or(() -> lines(EARLIER_FILE)
                        .map(lines -> new Choice(KnownContext.Origin.CLUSTER + "/" + lines.getFirst(), List.of())));
    }

    private Optional<List<String>> lines(String file) {
        return AtomicFile.read(folder.resolve(file))
                .map(text -> text.lines()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty())
                        .toList())
                .filter(lines -> !lines.isEmpty());
    }

    void write(KnownContext context) {
        Stream<String> files = context.origin() == KnownContext.Origin.KUBECONFIG
                ? context.files().stream().map(file -> file.toAbsolutePath().toString())
                : Stream.empty();
        String text = Stream.concat(Stream.of(context.qualifiedName()), files)
                .map(line -> line + "\n")
                .collect(Collectors.joining());
        AtomicFile.write(folder.resolve(FILE), text);
    }

    void delete() {
        try {
            Files.deleteIfExists(folder.resolve(FILE));
            Files.deleteIfExists(folder.resolve(EARLIER_FILE));
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT,
                    "Cannot delete %s: %s.".formatted(folder.resolve(FILE), AtomicFile.reason(e)),
                    e);
        }
    }

    /** A stored choice, which may refer to a context that no longer exists. */
    record Choice(String qualifiedName, List<Path> files) {}
}
