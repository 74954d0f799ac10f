package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.AtomicFile;
import dev.butlerlabs.core.pem.PemBlock;
import dev.butlerlabs.core.pem.PemFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads CA certificates for the engine's node to trust, such as those of a TLS-inspecting proxy or a private registry.
 */
final class AuthorityFilesReader {
    static final String VARIABLE = "BUTLER_CA_CERT_PATH";

    private AuthorityFilesReader() {}

    /**
     * Returns the certificates in the file that the environment variable names, or in the {@code .crt} and {@code .pem}
     * files of the directory it names.
     *
     * @throws ButlerException if a file cannot be read or contains anything but certificates
     */
    static List<String> of(Map<String, String> environment) {
        return Optional.ofNullable(environment.get(VARIABLE))
                .filter(text -> !text.isBlank())
                .map(Path::of)
                .map(path ->
                        files(path).stream().map(AuthorityFilesReader::read).toList())
                .orElse(List.of());
    }

    private static List<Path> files(Path path) {
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        try (Stream<Path> content = Files.list(path)) {
            return content.filter(file -> file.toString().matches(".*\\.(crt|pem)"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.UNREADABLE_FILE, "Cannot read directory %s.".formatted(path), e);
        }
    }

    private static String read(Path file) {
        return AtomicFile.read(file)
                .filter(AuthorityFilesReader::isCertificates)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.UNREADABLE_FILE,
                        "%s must contain certificates only.".formatted(file),
                        "Set %s to a PEM file with certificates, or to a directory of such files."
                                .formatted(VARIABLE)));
    }

    private static boolean isCertificates(String text) {
        try {
            return PemBlock.parseAll(text).stream()
                    .allMatch(block -> block.label().equals(PemBlock.CERTIFICATE));
        } catch (PemFormatException e) {
            return false;
        }
    }
}
