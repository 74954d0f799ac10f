package dev.butlerlabs.ctl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.error.ErrorKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Model.CommandSpec;

/** Every command about tenant clusters, sent to a Kubernetes that does not know Butler's kinds. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
@Tag("slow")
class NotAManagementClusterTest {
    @TempDir
    private static Path folder;

    private static EmbeddedApiServer server;

    @BeforeAll
    static void start() throws IOException {
        server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory());
        Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
        Files.writeString(folder.resolve("demo.yaml"), """
                apiVersion: butler.butlerlabs.dev/v1alpha1
                kind: TenantCluster
                metadata: {name: demo, namespace: butler-tenants}
                spec: {kubernetesVersion: v1.31.4, workers: {replicas: 1}}
                """);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @TestFactory
    Stream<DynamicTest> saysSo() {
        return CommandWords.commands().map(command -> dynamicTest(command.qualifiedName(), () -> isToldApart(command)));
    }

    private static void isToldApart(CommandSpec command) {
        isToldApart(new CommandWords(folder.resolve("demo.yaml")).of(command, true, option -> true));
    }

    @Test
    void alsoWhenTheClusterIsInAFile() {
        isToldApart(new ArrayList<>(
                List.of("cluster", "create", "-f", folder.resolve("demo.yaml").toString())));
    }

    @Test
    void alsoWhenAQuotaIsRequested() {
        isToldApart(new ArrayList<>(List.of("quota")));
    }

    private static void isToldApart(List<String> words) {
        words.addAll(List.of("--kubeconfig", folder.resolve("kubeconfig").toString()));

        ToolRun run = BothTools.BUTLERCTL.run(words.toArray(String[]::new));

        assertThat(run.exitCode()).as("%s%n%s", words, run.err()).isEqualTo(ErrorKind.NOT_FOUND.exitCode());
        assertThat(run.err()).contains("is not a Butler management cluster", "hint:", "BTL-0501");
    }
}
