package dev.butlerlabs.core.engine.kind;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.WholeFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/**
 * What is remembered of an engine on KIND from before it is made until it is gone: which one it is, and where.
 *
 * @param owner written on the node, so that nobody else's is taken for it
 * @param docker the Docker engine it is on
 */
record KindState(KindName name, String owner, URI docker) {
    private static final String FILE = "kind";

    static Optional<KindState> read(Path folder) {
        return WholeFile.read(file(folder)).map(text -> parse(text.strip(), file(folder)));
    }

    private static KindState parse(String text, Path file) {
        String[] words = text.split(" ", -1);
        if (words.length != 3) {
            throw new ButlerException(
                    ErrorCode.DATA_DAMAGED,
                    "%s does not say which KIND cluster is meant.".formatted(file),
                    "Remove the cluster with: kind delete cluster --name NAME, and then that file.");
        }
        return new KindState(new KindName(words[0]), words[1], URI.create(words[2]));
    }

    /** The one that was begun here, or a new one, which is remembered before anything of it exists. */
    static KindState readOrBegin(Path folder, KindName name, URI docker) {
        return read(folder).orElseGet(() -> {
            KindState begun = new KindState(name, UUID.randomUUID().toString(), docker);
            WholeFile.write(file(folder), begun.text());
            return begun;
        });
    }

    /** Once nothing is left of it. Another engine may have come to live in the same folder, so nothing else is touched. */
    static void forget(Path folder, Path kubeconfig) {
        try {
            Files.deleteIfExists(kubeconfig);
            Files.deleteIfExists(file(folder));
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException somebodyElses) {
            return;
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.ENVIRONMENT, "The folder %s cannot be cleared.".formatted(folder), e);
        }
    }

    private String text() {
        return "%s %s %s\n".formatted(name.cluster(), owner, docker);
    }

    private static Path file(Path folder) {
        return folder.resolve(FILE);
    }
}
