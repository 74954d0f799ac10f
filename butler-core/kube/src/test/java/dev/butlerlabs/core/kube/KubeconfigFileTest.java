package dev.butlerlabs.core.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
@Timeout(120)
class KubeconfigFileTest {
    private static final int ROUNDS = 15;

    @TempDir
    private Path folder;

    @Test
    void writesAFileNobodyElseCanRead() throws IOException {
        Path path = folder.resolve("new/folder/config");
        new KubeconfigFile(path).merge(tenant("shop"), false);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path.getParent())))
                .isEqualTo("rwx------");
        assertThat(files(path.getParent())).containsExactly("config");
    }

    @Test
    void narrowsTheModeOfAFileThatWasOpenToOthers() throws IOException {
        Path path = Files.writeString(folder.resolve("config"), tenant("old").toYaml());
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r--r--"));

        new KubeconfigFile(path).merge(tenant("shop"), false);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-------");
    }

    @Test
    void changesTheCurrentContextOnlyWhenAsked() {
        KubeconfigFile file = new KubeconfigFile(folder.resolve("config"));
        file.merge(tenant("first"), false);
        file.merge(tenant("second"), false);
        assertThat(file.read().currentContext()).contains("first");

        file.merge(tenant("third"), true);

        assertThat(file.read().currentContext()).contains("third");
        assertThat(file.read().contexts()).containsExactly("first", "second", "third");
    }

    @Test
    void keepsTheContentBeforeTheLastChange() throws IOException {
        KubeconfigFile file = new KubeconfigFile(folder.resolve("config"));
        file.merge(tenant("first"), false);
        String before = Files.readString(file.path());

        file.merge(tenant("second"), false);

        assertThat(file.backup()).hasContent(before);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.backup())))
                .isEqualTo("rw-------");
    }

    @Test
    void aChangeThatChangesNothingWritesNothing() throws IOException {
        String text = "# my comment\n" + tenant("shop").toYaml();
        Path path = Files.writeString(folder.resolve("config"), text);

        new KubeconfigFile(path).merge(tenant("shop"), false);

        assertThat(path).hasContent(text);
        assertThat(files(folder)).containsExactly("config");
    }

    @Test
    void mergingThenRemovingLeavesTheOriginal() {
        KubeconfigFile file = new KubeconfigFile(folder.resolve("config"));
        file.merge(tenant("first"), false);
        Kubeconfig original = file.read();

        file.merge(tenant("second"), false);
        file.remove("second");

        assertThat(file.read()).isEqualTo(original);
    }

    @Test
    void removingFromAFileThatIsNotThereCreatesNone() throws IOException {
        new KubeconfigFile(folder.resolve("config")).remove("shop");

        assertThat(files(folder)).isEmpty();
    }

    @Test
    void refusesABrokenFileAndLeavesItAlone() throws IOException {
        String broken = "clusters: [{name: a\n  nonsense";
        Path path = Files.writeString(folder.resolve("config"), broken);

        assertThatThrownBy(() -> new KubeconfigFile(path).merge(tenant("shop"), true))
                .isInstanceOf(ButlerException.class)
                .hasMessageContaining(path.toString());

        assertThat(path).hasContent(broken);
        assertThat(files(folder)).containsExactly("config");
    }

    @Test
    void followsASymbolicLinkInsteadOfReplacingIt() throws IOException {
        Path real = folder.resolve("dotfiles");
        Path link = Files.createSymbolicLink(folder.resolve("config"), real);
        Files.writeString(real, tenant("first").toYaml());

        new KubeconfigFile(link).merge(tenant("second"), false);

        assertThat(link).isSymbolicLink();
        assertThat(new KubeconfigFile(real).read().contexts()).containsExactly("first", "second");
    }

    @Test
    void waitsForTheLockAndThenSaysWhoseItIs() throws IOException {
        Path path = folder.resolve("config");
        Path lock = Files.createFile(folder.resolve("config.lock"));

        assertThatThrownBy(() -> new KubeconfigFile(path, Duration.ofMillis(100)).merge(tenant("shop"), false))
                .isInstanceOfSatisfying(ButlerException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.ENVIRONMENT);
                    assertThat(e.hint()).contains(lock.toString());
                });

        assertThat(lock).exists();
        assertThat(path).doesNotExist();
    }

    @Test
    void aLockLeftBehindByAKilledProcessDoesNotStandInTheWay() throws Exception {
        Path path = folder.resolve("config");
        Process killed = new ProcessBuilder("sleep", "60").start();
        long since = killed.info().startInstant().orElseThrow().toEpochMilli();
        killed.destroyForcibly().waitFor();
        Files.writeString(folder.resolve("config.lock"), "butler %d %d".formatted(killed.pid(), since));

        new KubeconfigFile(path).merge(tenant("shop"), false);

        assertThat(files(folder)).containsExactly("config");
    }

    @Test
    void aLockOfALivingProcessIsRespected() throws Exception {
        Process living = new ProcessBuilder("sleep", "60").start();
        try {
            long since = living.info().startInstant().orElseThrow().toEpochMilli();
            Files.writeString(folder.resolve("config.lock"), "butler %d %d".formatted(living.pid(), since));

            assertThatThrownBy(() -> new KubeconfigFile(folder.resolve("config"), Duration.ofMillis(100))
                            .merge(tenant("shop"), false))
                    .isInstanceOf(ButlerException.class);
        } finally {
            living.destroyForcibly();
        }
    }

    @Test
    void losesNothingWhenThreadsMergeAtOnce() throws Exception {
        Path path = folder.resolve("config");
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            List<Future<?>> running = new ArrayList<>();
            for (String who : List.of("left", "right")) {
                running.add(threads.submit(() -> mergeMany(path, who)));
            }
            for (Future<?> done : running) {
                done.get();
            }
        }

        assertThat(new KubeconfigFile(path).read().contexts())
                .hasSize(2 * ROUNDS)
                .doesNotHaveDuplicates();
        assertThat(files(folder)).containsExactlyInAnyOrder("config", "config.butler-backup");
    }

    @Test
    void losesNothingWhenProcessesMergeAtOnce() throws Exception {
        Path path = folder.resolve("config");
        List<Process> processes = new ArrayList<>();
        for (String who : List.of("left", "right")) {
            processes.add(new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Merging.class.getName(),
                            path.toString(),
                            who)
                    .inheritIO()
                    .start());
        }
        for (Process process : processes) {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
        }

        assertThat(new KubeconfigFile(path).read().contexts()).hasSize(2 * ROUNDS);
    }

    @Test
    void sharesTheLockWithKubectl() throws Exception {
        assumeTrue(hasKubectl(), "kubectl is not on the PATH");
        Path path = folder.resolve("config");
        new KubeconfigFile(path).merge(tenant("first"), false);
        List<String> written = new ArrayList<>(List.of("first"));
        try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
            Future<?> ours = threads.submit(() -> mergeMany(path, "ours"));
            for (int i = 0; i < ROUNDS; i++) {
                String name = "kubectl-" + i;
                if (kubectlSetsContext(path, name)) {
                    written.add(name);
                }
            }
            ours.get();
        }

        // kubectl fails if the file is locked. It reads the file before it takes the lock, so it may drop what was
        // merged in between; Butler must not drop what kubectl wrote.
        assertThat(new KubeconfigFile(path).read().contexts()).containsAll(written);
    }

    /** Merges from a process of its own. */
    static final class Merging {
        private Merging() {}

        public static void main(String[] arguments) {
            mergeMany(Path.of(arguments[0]), arguments[1]);
        }
    }

    private static void mergeMany(Path path, String who) {
        IntStream.range(0, ROUNDS).forEach(i -> new KubeconfigFile(path).merge(tenant(who + "-" + i), false));
    }

    private static boolean hasKubectl() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(place -> Files.isExecutable(Path.of(place, "kubectl")));
    }

    private static boolean kubectlSetsContext(Path path, String name) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        "kubectl", "config", "set-context", name, "--cluster=first", "--kubeconfig", path.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
    }

    private static List<String> files(Path folder) throws IOException {
        try (Stream<Path> list = Files.list(folder)) {
            return list.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static Kubeconfig tenant(String name) {
        return Kubeconfig.of(name, Map.of("server", "https://127.0.0.1:7443"), Map.of("token", "t-" + name));
    }
}
