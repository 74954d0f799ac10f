package dev.butlerlabs.core.cli.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.Terminal;
import dev.butlerlabs.core.identity.login.CredentialPlugin;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.KubeconfigFile;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Tag("slow")
class LoginContextTest {
    private static final CredentialPlugin PLUGIN =
            new CredentialPlugin("https://sso.example.com", "butler", Optional.empty());

    @TempDir
    private Path folder;

    @BeforeEach
    void writeFiles() throws IOException {
        Files.writeString(folder.resolve("first"), """
                clusters: [{name: dev, cluster: {server: "https://10.0.0.1", certificate-authority: ca.crt}}]
                contexts: [{name: dev, context: {cluster: dev}}, {name: empty, context: {cluster: absent}}]
                """);
        new KubeconfigFile(folder.resolve("second"))
                .write(Kubeconfig.of("prod", Map.of("server", "https://10.0.0.2"), PLUGIN.user()));
    }

    private LoginContext find(String... words) {
        String list = folder.resolve("first") + File.pathSeparator + folder.resolve("second");
        Terminal terminal = Terminal.of(
                InputStream.nullInputStream(),
                OutputStream.nullOutputStream(),
                OutputStream.nullOutputStream(),
                Map.of("KUBECONFIG", list),
                Set.of());
        ConnectionOptions options = CommandLine.populateSpec(ConnectionOptions.class, words);
        return LoginContext.find(CommandContext.of(terminal, Clock.systemUTC()), options);
    }

    @Test
    void selectsTheCurrentContextAndItsFile() {
        LoginContext context = find();

        assertThat(context.name()).isEqualTo("prod");
        assertThat(context.file()).isEqualTo(folder.resolve("second"));
        assertThat(context.plugin()).contains(PLUGIN);
        assertThat(context.loginName()).isEqualTo("prod");
    }

    @Test
    void copiesTheClusterWithAbsolutePaths() {
        LoginContext context = find("--context", "dev");

        assertThat(context.file()).isEqualTo(folder.resolve("first"));
        assertThat(context.plugin()).isEmpty();
        assertThat(context.loginName()).isEqualTo("dev-oidc");
        Kubeconfig own = context.with(PLUGIN, "mine");
        assertThat(own.currentContext()).contains("mine");
        assertThat(own.contexts()).containsExactly("mine");
        assertThat(own.server("mine")).contains("https://10.0.0.1");
        assertThat(own.toYaml()).contains(folder.resolve("ca.crt").toString());
        assertThat(CredentialPlugin.of(own, "mine")).contains(PLUGIN);
    }

    @Test
    void needsAContextWithAServer() {
        assertThatThrownBy(() -> find("--context", "empty")).hasMessageContaining("does not refer to a cluster");
        assertThatThrownBy(() -> find("--context", "absent")).hasMessageContaining("Context \"absent\" not found");
    }
}
