package dev.butlerlabs.core.addon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.addon.HelmProgram.Result;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.testing.GoldenFile;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The chart of the console with the real helm. */
@Tag("process")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RealHelmConsoleChartTest {
    private static final String CASES = "butler-core/controllers/src/test/resources/console-chart";

    @TempDir
    private static Path folder;

    private static RealHelm helm;
    private static Path archive;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        helm = RealHelm.start(folder);
        ShippedChart chart = ShippedChart.named(ShippedChart.CONSOLE);
        archive = Files.write(folder.resolve(chart.fileName()), chart.archive());
    }

    @AfterAll
    static void stop() {
        if (helm != null) {
            helm.close();
        }
    }

    @Test
    void passesLint() throws Exception {
        Result result = helm.type(
                "lint",
                "--strict",
                "--namespace",
                Namespaces.SYSTEM,
                "--kube-version",
                "1.32.0",
                "--set",
                "baseUrl=https://butler.example.test",
                archive.toString());
        assertThat(result.exitCode()).as(result.text()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ingress", "every-option"})
    void rendersAsCheckedIn(String name) throws Exception {
        Path values = ProjectRoot.find().resolve(CASES).resolve(name).resolve("values.yaml");
        Result result = template("--values", values.toString());
        assertThat(result.exitCode()).as(result.text()).isZero();
        GoldenFile.check(
                CASES + "/" + name + "/rendered.yaml",
                result.text().replaceAll("(butler-web-console-[0-9.]+)_[0-9a-f]{10}", "$1"));
    }

    @ParameterizedTest
    @CsvSource({
        "baseUrl=http://butler.example.test, baseUrl",
        "baseUrl=https://butler.example.test/console, baseUrl",
        "ingress.host=UPPER, ingress.host",
        "ingress.tls=false, tls",
        "sessions.lifetime=forever, sessions.lifetime",
        "impersonation.enabled=maybe, impersonation.enabled",
        "trustedProxies[0]=ingress, trustedProxies.0",
        "replicas=2, replicas"
    })
    void theSchemaRejects(String setting, String path) throws Exception {
        Result result = template("--set", setting);
        assertThat(result.exitCode()).isNotZero();
        assertThat(result.text()).contains("values don't meet the specifications of the schema", path);
    }

    @Test
    void requiresItsPublicAddress() throws Exception {
        Result result = template();
        assertThat(result.exitCode()).isNotZero();
        assertThat(result.text()).contains("the console needs its public address");
    }

    private static Result template(String... options) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(
                "template",
                "butler-console",
                archive.toString(),
                "--kube-version",
                "1.32.0",
                "--namespace",
                Namespaces.SYSTEM));
        words.addAll(List.of(options));
        return helm.type(words.toArray(String[]::new));
    }
}
