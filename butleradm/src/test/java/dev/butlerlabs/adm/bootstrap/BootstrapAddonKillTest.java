package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.adm.addon.InstalledAddons;
import dev.butlerlabs.core.cli.testing.ToolRun;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real program, killed without warning while it installs addons, once a certain part of them is ready. The end is compared with
 * that of a run that nobody killed. It takes minutes, since the program looks as seldom as it does with real machines, and so it is
 * left out unless {@code -Dbutler.bootstrap.addon.kills} says how often to kill; the crash explorer stops the same code each time.
 */
@Tag("process")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class BootstrapAddonKillTest {
    private static final int KILLS = Integer.getInteger("butler.bootstrap.addon.kills", 0);
    private static final Pattern READY = Pattern.compile("(\\d+)/(\\d+) addons ready");

    @TempDir
    private Path folder;

    @Test
    void endsWithTheSameAddonsHoweverOftenItIsKilledWhileItInstallsThem() throws Exception {
        Assumptions.assumeTrue(KILLS > 0, "takes minutes; -Dbutler.bootstrap.addon.kills=2 runs it");
        InstalledAddons undisturbed = bootstrap("undisturbed", 0);
        InstalledAddons killed = bootstrap("killed", KILLS);
        assertThat(undisturbed.releases()).hasSizeGreaterThan(5);
        assertThat(undisturbed.ready()).hasSizeGreaterThan(12).doesNotContainValue(false);
        assertThat(undisturbed.catalogue()).hasSizeGreaterThan(20);
        assertThat(killed).isEqualTo(undisturbed);
        System.out.printf(
                "killed %d times while addons were installed: the same %d releases, %d workloads and %d parts ready%n",
                KILLS,
                killed.releases().size(),
                killed.workloads().size(),
                killed.ready().size());
    }

    private InstalledAddons bootstrap(String name, int kills) throws Exception {
        try (PrismWorld world = new PrismWorld(Files.createDirectory(folder.resolve(name)))) {
            Path file = world.file(new PrismFile("demo", 1, 0, ""), "");
            for (int kill = 1; kill <= kills; kill++) {
                killOnceReady(world, file, (double) kill / (kills + 1));
            }
            ToolRun last = world.butleradm()
                    .runProcess("bootstrap", "nutanix", "-c", file.toString(), "--engine", "embedded", "-q");
            assertThat(last.exitCode()).as(last.err()).isZero();
            return InstalledAddons.on(world.hosts().clusters().getFirst().kubeconfig());
        }
    }

    private static void killOnceReady(PrismWorld world, Path file, double part)
            throws IOException, InterruptedException {
        Process run = world.butleradm().start("bootstrap", "nutanix", "-c", file.toString(), "--engine", "embedded");
        StringBuilder said = new StringBuilder();
        try (BufferedReader lines = run.errorReader(StandardCharsets.UTF_8)) {
            String line = lines.readLine();
            while (line != null && !isReached(line, part)) {
                said.append(line).append('\n');
                line = lines.readLine();
            }
            assertThat(line).as("not killed; it said\n%s", said).isNotNull();
        } finally {
            run.destroyForcibly().waitFor();
        }
    }

    private static boolean isReached(String line, double part) {
        Matcher ready = READY.matcher(line);
        return ready.find() && Integer.parseInt(ready.group(1)) >= part * Integer.parseInt(ready.group(2));
    }
}
