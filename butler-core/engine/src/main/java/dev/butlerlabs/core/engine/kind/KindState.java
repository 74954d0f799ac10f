package dev.butlerlabs.core.engine.kind;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.AtomicFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/**
 * The stored state of a KIND engine, from before its creation until its deletion.
 *
 * @param owner owner label of the node, which distinguishes it from other clusters
 * @param docker Docker engine of the cluster
 */
record KindState(KindClusterName name, String owner, URI docker) {
    private static final String FILE = "kind";

    static Optional<KindState> read(Path folder) {
        return AtomicFile.read(file(folder)).map(text -> parse(text.strip(), file(folder)));
    }

    private static KindState parse(String text, Path file) {
        String[] words = text.split(" ", -1);
        if (words.length != 3) {
            throw new ButlerException(
                    ErrorCode.DATA_DAMAGED,
                    "%s does not contain the name of a KIND cluster.".formatted(file),
                    "Delete the cluster with: kind delete cluster --name NAME, and then delete that file.");
        }
        return new KindState(new KindClusterName(words[0]), words[1], URI.create(words[2]));
    }

    /** Returns the stored state, or a new one, which is stored before anything is created. */
    static KindState readOrBegin(Path folder, KindClusterName name, URI docker) {
        return read(folder).orElseGet(() -> {
            KindState begun = new KindState(name, UUID.randomUUID().toString(), docker);
            AtomicFile.write(file(folder), begun.text());
            return begun;
        });
    }

    /**
     * Deletes the state after the engine was deleted. Only its own files are deleted, since another engine can use the same
     * directory.
     */
    static void forget(Path folder, Path kubeconfig) {
        try {
            Files.deleteIfExists(kubeconfig);
            Files.deleteIfExists(file(folder));
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException somebodyElses) {
            return;
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.ENVIRONMENT, "Cannot clean up the directory %s.".formatted(folder), e);
        }
    }

    private String text() {
        return "%s %s %s\n".formatted(name.cluster(), owner, docker);
    }

    private static Path file(Path folder) {
        return folder.resolve(FILE);
    }
}
