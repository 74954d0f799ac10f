package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Certificates that the engine's node is to trust: of a proxy that looks into connections, or of a registry. */
final class Authorities {
    static final String VARIABLE = "BUTLER_CA_CERT_PATH";

    private Authorities() {}

    /** What the variable names: a file, or a folder of files that end in {@code .crt} or {@code .pem}. */
    static List<String> of(Map<String, String> environment) {
        return Optional.ofNullable(environment.get(VARIABLE))
                .filter(text -> !text.isBlank())
                .map(Path::of)
                .map(path -> files(path).stream().map(Authorities::read).toList())
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
            throw new ButlerException(ErrorCode.UNREADABLE_FILE, "The folder %s cannot be read.".formatted(path), e);
        }
    }

    private static String read(Path file) {
        return WholeFile.read(file)
                .filter(text -> text.contains("-----BEGIN CERTIFICATE-----") && !text.contains("PRIVATE KEY-----"))
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.UNREADABLE_FILE,
                        "%s holds no certificates, or not them alone.".formatted(file),
                        "Let %s name a file with certificates in PEM, or a folder of such files.".formatted(VARIABLE)));
    }
}
