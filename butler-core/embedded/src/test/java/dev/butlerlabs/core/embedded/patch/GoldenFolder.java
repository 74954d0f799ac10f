package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** A case as a folder of YAML files. */
record GoldenFolder(Path folder) {

    /** Every case of a kind, by name. */
    static List<GoldenFolder> of(String kind) {
        try (Stream<Path> folders =
                Files.list(Path.of(Objects.requireNonNull(GoldenFolder.class.getResource("/patch/" + kind))
                        .toURI()))) {
            return folders.sorted().map(GoldenFolder::new).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The content of a file; missing when the folder does not have it. */
    JsonNode file(String name) {
        Path file = folder.resolve(name + ".yaml");
        try {
            return Files.exists(file) ? Gadgets.YAML.readTree(file.toFile()) : MissingNode.getInstance();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return folder.getFileName().toString().replace('-', ' ');
    }
}
