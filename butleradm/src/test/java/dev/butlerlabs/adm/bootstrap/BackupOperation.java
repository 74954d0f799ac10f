package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.cli.testing.ToolRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Creates backups in a directory. Only valid backups must be left, and the cluster as it was. */
final class BackupOperation implements KillExploration.Operation {
    private final Path directory;
    private final Path key;
    private final Path kubeconfig;
    private final Supplier<PlatformState> state;
    private Optional<PlatformState> expected = Optional.empty();
    private Optional<WatchService> watch = Optional.empty();

    BackupOperation(Path directory, Path key, Path kubeconfig, Supplier<PlatformState> state) {
        this.directory = directory;
        this.key = key;
        this.kubeconfig = kubeconfig;
        this.state = state;
    }

    @Override
    public String[] command() {
        return new String[] {
            "backup",
            "create",
            "--to",
            directory.toString(),
            "--key-file",
            key.toString(),
            "--kubeconfig",
            kubeconfig.toString(),
            "-q"
        };
    }

    /** Kills the next process when a file with this end of its name appears in the directory. */
    void killWhenFileAppears(KillingInterceptor interceptor, String end) throws IOException {
        for (Path file : files()) {
            Files.delete(file);
        }
        WatchService service = FileSystems.getDefault().newWatchService();
        directory.register(service, StandardWatchEventKinds.ENTRY_CREATE);
        watch = Optional.of(service);
        Thread.ofVirtual().start(() -> awaitFile(service, interceptor, end));
    }

    private static void awaitFile(WatchService service, KillingInterceptor interceptor, String end) {
        try {
            boolean isFound = false;
            while (!isFound) {
                var signalled = service.take();
                for (WatchEvent<?> event : signalled.pollEvents()) {
                    isFound |= event.context().toString().endsWith(end);
                }
                signalled.reset();
            }
            interceptor.kill("file *" + end + " appeared");
        } catch (ClosedWatchServiceException _) {
            // The process ended before.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void prepare() throws IOException {
        if (watch.isEmpty()) {
            for (Path file : files()) {
                Files.delete(file);
            }
        }
    }

    @Override
    public void onKill() {
        watch.ifPresent(service -> {
            try {
                service.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        watch = Optional.empty();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    /** The first run creates the ConfigMap by which backups are recognised. */
    @Override
    public List<String> differences() throws IOException {
        List<String> differences = new ArrayList<>();
        PlatformState now = state.get();
        differences.addAll(now.differences(expected.orElse(now)));
        expected = expected.or(() -> Optional.of(now));
        List<Path> files = files();
        if (files.isEmpty()) {
            differences.add("no backup");
        }
        for (Path file : files) {
            ToolRun verified =
                    KillExploration.butleradm().run("backup", "verify", file.toString(), "--key-file", key.toString());
            if (verified.exitCode() != 0) {
                differences.add("%s: %s".formatted(file.getFileName(), verified.err()));
            }
        }
        return differences;
    }
}
