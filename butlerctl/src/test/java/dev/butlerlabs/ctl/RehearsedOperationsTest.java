package dev.butlerlabs.ctl;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the commands that operate a management cluster, as native programs in a kept rehearsal, with tables and with JSON. On Java, other
 * tests run each of them; a native program fails where a class is missing in it.
 */
@Tag("slow")
@Tag("process")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
@EnabledIfSystemProperty(
        named = "butler.binary.dir",
        matches = ".+",
        disabledReason = "on Java every class is there; this is for native programs")
class RehearsedOperationsTest {
    private static final String CLUSTER = "butler-static";

    /** Lines with {@code | json} run a second time with {@code -o json}. */
    private static final String COMMANDS = """
            butleradm team create payments --kubeconfig KUBECONFIG --member alice=admin --max-clusters 3
            butleradm status CLUSTER --rehearsal | json
            butleradm certs list CLUSTER --rehearsal | json
            butleradm certs rotate CLUSTER --rehearsal | json
            butleradm certs rotate CLUSTER --rehearsal --ca talos --plan | json
            butleradm certs rotate CLUSTER --rehearsal --ca kubernetes --plan | json
            butleradm node list CLUSTER --rehearsal | json
            butleradm node cordon CLUSTER-worker-0 CLUSTER --rehearsal
            butleradm node drain CLUSTER-worker-0 CLUSTER --rehearsal --force --delete-emptydir-data --dry-run | json
            butleradm node drain CLUSTER-worker-0 CLUSTER --rehearsal --force --delete-emptydir-data | json
            butleradm node uncordon CLUSTER-worker-0 CLUSTER --rehearsal
            butleradm node reboot CLUSTER-worker-0 CLUSTER --rehearsal --force --delete-emptydir-data --yes
            butleradm node add CLUSTER --rehearsal --role worker | json
            butleradm node replace CLUSTER-cp-1 CLUSTER --rehearsal --yes
            butleradm node remove CLUSTER-worker-3 CLUSTER --rehearsal --yes
            butleradm node remove CLUSTER-worker-2 CLUSTER --rehearsal --yes -o json
            butleradm support-bundle CLUSTER --rehearsal -o DIRECTORY/bundle.tar.gz
            butleradm support-bundle CLUSTER --rehearsal -o DIRECTORY/other.tar.gz -o json
            butleradm team list --kubeconfig KUBECONFIG | json
            butleradm team get payments --kubeconfig KUBECONFIG | json
            butlerctl team list --kubeconfig KUBECONFIG | json
            butlerctl whoami --kubeconfig KUBECONFIG | json
            butlerctl quota --kubeconfig KUBECONFIG --team payments | json
            butlerctl cluster create web --kubeconfig KUBECONFIG --team payments --wait
            butlerctl cluster get web --kubeconfig KUBECONFIG --team payments | json
            butlerctl cluster backup web --kubeconfig KUBECONFIG --team payments --to DIRECTORY/tenants --key-file DIRECTORY/key --verify | json
            butlerctl cluster restore TENANT-BACKUP --kubeconfig KUBECONFIG --key-file DIRECTORY/key --yes | json
            butlerctl cluster hibernate web --kubeconfig KUBECONFIG --team payments --wait
            butlerctl cluster wake web --kubeconfig KUBECONFIG --team payments --wait
            butleradm backup create CLUSTER --rehearsal --to DIRECTORY/backups --key-file DIRECTORY/key --verify
            butleradm backup create CLUSTER --rehearsal --to DIRECTORY/more --key-file DIRECTORY/key -o json
            butleradm backup list DIRECTORY/backups | json
            butleradm backup verify BACKUP --key-file DIRECTORY/key | json
            butleradm backup extract BACKUP DIRECTORY/extracted --key-file DIRECTORY/key
            butleradm backup restore-tenants BACKUP --kubeconfig KUBECONFIG --key-file DIRECTORY/key --yes | json
            butleradm backup schedule set CLUSTER --rehearsal --at 02:30 --to DIRECTORY/scheduled --key-file DIRECTORY/key
            butleradm backup schedule run CLUSTER --rehearsal --wait
            butleradm backup schedule list CLUSTER --rehearsal | json
            butleradm backup schedule delete CLUSTER --rehearsal --yes
            butleradm upgrade plan CLUSTER --rehearsal | json
            butleradm upgrade apply CLUSTER --rehearsal --platform --no-backup --yes
            butleradm upgrade plan CLUSTER --rehearsal -o json
            """;

    private static final String RESTORE = """
            butleradm restore BACKUP CLUSTER --key-file DIRECTORY/key --rehearsal -c DIRECTORY/bootstrap.yaml --yes
            """;
    private static final String MOVE = """
            butleradm restore --objects BACKUP --kubeconfig KUBECONFIG --key-file DIRECTORY/key --yes
            butleradm restore --objects BACKUP --kubeconfig KUBECONFIG --key-file DIRECTORY/key --yes --unpause -o json
            """;

    @TempDir
    private Path directory;

    private Rehearsal rehearsal;

    /** A process that keeps a simulated cluster. */
    private record Rehearsal(Process process, String kubeconfig) implements AutoCloseable {
        private static final Pattern KUBECONFIG = Pattern.compile("--kubeconfig (\\S+)");

        static Rehearsal of(Process process) throws IOException {
            // Ends the reading below if the last line is never printed.
            CompletableFuture.delayedExecutor(25, TimeUnit.MINUTES).execute(process::destroyForcibly);
            BufferedReader out = process.inputReader();
            StringBuilder text = new StringBuilder();
            for (String line = out.readLine(); line != null && !line.contains("Ctrl-C"); line = out.readLine()) {
                text.append(line).append('\n');
            }
            assertThat(process.isAlive()).as("the rehearsal is kept").isTrue();
            Matcher kubeconfig = KUBECONFIG.matcher(text);
            assertThat(kubeconfig.find()).as(text.toString()).isTrue();
            return new Rehearsal(process, kubeconfig.group(1));
        }

        @Override
        public void close() {
            process.destroy();
            process.onExit().join();
        }
    }

    @BeforeEach
    void rehearse() throws IOException {
        Path example = ProjectRoot.find().resolve("configs/examples/bootstrap-harvester-static.yaml");
        // An older Talos version, so that there is something to upgrade.
        Path file = Files.writeString(
                directory.resolve("bootstrap.yaml"), Files.readString(example).replace("v1.14.1", "v1.13.9"));
        for (String name : List.of("tenants", "backups", "more", "scheduled")) {
            Files.createDirectory(directory.resolve(name));
        }
        Path key = Files.createFile(
                directory.resolve("key"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(key, "0123456789abcdef0123456789abcdef");
        rehearsal = keep(file);
    }

    private Rehearsal keep(Path bootstrapFile) throws IOException {
        return Rehearsal.of(tool("butleradm").start("rehearse", "-c", bootstrapFile.toString(), "--keep", "-q"));
    }

    @AfterEach
    void end() {
        rehearsal.close();
    }

    @Test
    void succeedAsNativePrograms() throws IOException {
        SoftAssertions softly = new SoftAssertions();
        checkAll(softly, COMMANDS);
        rehearsal.close();
        checkAll(softly, RESTORE);
        rehearsal = keep(ProjectRoot.find().resolve("configs/examples/bootstrap-single-node.yaml"));
        checkAll(softly, MOVE);
        softly.assertAll();
    }

    private void checkAll(SoftAssertions softly, String commands) throws IOException {
        for (String line : commands.lines().toList()) {
            String command = line.replace(" | json", "");
            check(softly, command);
            if (!command.equals(line)) {
                check(softly, command + " -o json");
            }
        }
    }

    private void check(SoftAssertions softly, String command) throws IOException {
        String[] words = filled(command).split(" ");
        ToolRun run = tool(words[0]).runProcess(Stream.of(words).skip(1).toArray(String[]::new));
        softly.assertThat(run.exitCode()).as("%s%n%s", command, run.err()).isIn(0, expected(words[1]));
        if (command.endsWith("-o json")) {
            softly.assertThatCode(() -> new ObjectMapper().readTree(run.out()))
                    .as("%s%n%s", command, run.out())
                    .doesNotThrowAnyException();
        }
    }

    /** The status of a cluster may have problems, such as an addon that is still starting. */
    private static int expected(String subcommand) {
        return subcommand.equals("status") ? ErrorKind.DEGRADED.exitCode() : 0;
    }

    private Tool tool(String name) {
        return (name.equals("butlerctl") ? BothTools.BUTLERCTL : BothTools.BUTLERADM)
                .in(directory)
                .with("HOME", directory.toString())
                .with("BUTLER_HOME", directory.resolve("home").toString());
    }

    private String filled(String command) throws IOException {
        return command.replace("TENANT-BACKUP", newest("tenants"))
                .replace("BACKUP", newest("backups"))
                .replace("KUBECONFIG", rehearsal.kubeconfig())
                .replace("DIRECTORY", directory.toString())
                .replace("CLUSTER", CLUSTER);
    }

    private String newest(String location) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(location))) {
            return files.map(Path::toString)
                    .filter(name -> name.endsWith(".butler-backup"))
                    .max(String::compareTo)
                    .orElse("absent");
        }
    }
}
