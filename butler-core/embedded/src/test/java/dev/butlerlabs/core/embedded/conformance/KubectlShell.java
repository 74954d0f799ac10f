package dev.butlerlabs.core.embedded.conformance;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A shell in which kubectl is at home: its own home directory, its own kubeconfig, nothing of the user's. */
final class KubectlShell {

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Path programs;
    private final Path home;
    private final Path kubeconfig;

    KubectlShell(Path programs, Path home, String kubeconfig) {
        this.programs = programs;
        this.home = home;
        this.kubeconfig = writePrivately(home.resolve("kubeconfig"), kubeconfig);
    }

    record Result(int exit, String output, String errors) {
        @Override
        public String toString() {
            return "exit " + exit + "\noutput: " + output + "\nerrors: " + errors;
        }
    }

    Result run(Path folder, String namespace, String line) {
        Path output = folder.resolve(".output");
        Path errors = folder.resolve(".errors");
        try {
            Process process = start(folder, namespace, line, output.toFile(), errors.toFile());
            if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                throw new AssertionError("still running after " + PATIENCE.toSeconds() + " seconds: " + line);
            }
            return new Result(process.exitValue(), Files.readString(output), Files.readString(errors));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private Process start(Path folder, String namespace, String line, File output, File errors) throws IOException {
        String useNamespace = "kubectl() { command kubectl --namespace=\"$NS\" \"$@\"; }\n";
        ProcessBuilder builder = new ProcessBuilder("sh", "-ec", useNamespace + line)
                .directory(folder.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectOutput(output)
                .redirectError(errors);
        Map<String, String> environment = builder.environment();
        environment.put("PATH", programs + File.pathSeparator + environment.get("PATH"));
        environment.put("HOME", home.toString());
        environment.put("KUBECONFIG", kubeconfig.toString());
        environment.put("KUBECACHEDIR", folder.resolve(".cache").toString());
        environment.put("NS", namespace);
        return builder.start();
    }

    private static Path writePrivately(Path file, String text) {
        try {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
