package dev.butlerlabs.adm.init;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.cli.Terminal;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.config.ConfigKey;
import dev.butlerlabs.core.config.ConfigKeyDescription;
import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigValueTypes;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.provider.discovery.SettingQuestion;
import dev.butlerlabs.core.provider.discovery.SettingsDiscovery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Writes bootstrap files for simulated infrastructures. */
@Tag("slow")
class InitCommandTest {
    @TempDir
    private Path home;

    static Stream<String> providers() {
        return InitBench.PROVIDERS.stream();
    }

    @ParameterizedTest
    @MethodSource("providers")
    void writesAValidFileWithoutQuestions(String provider) throws IOException {
        try (InitBench bench = InitBench.start(provider, home)) {
            ToolRun run = init(bench, provider);

            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.err())
                    .contains("Connected to ", "Wrote " + bench.file())
                    .doesNotContain("warning");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(bench.file())))
                    .isEqualTo("rw-------");
            String text = Files.readString(bench.file());
            assertThat(text).contains("provider: " + provider, "# ");
            bench.secrets().forEach(secret -> assertThat(text + run.err()).doesNotContain(secret));
        }
    }

    @Test
    void everyQuestionIsAboutAKeyOfTheSection() {
        for (InfrastructureProvider provider : ProviderRegistry.load().all()) {
            List<String> keys = provider.keys().rows().stream()
                    .map(ConfigKeyDescription::path)
                    .toList();
            List<SettingQuestion> questions =
                    provider.discovery().map(SettingsDiscovery::questions).orElse(List.of());
            assertThat(questions).as(provider.profile().name()).allSatisfy(question -> {
                assertThat(question.key()).isIn(keys);
                question.unless().ifPresent(other -> assertThat(other).isIn(keys));
            });
        }
    }

    @Test
    void aProviderWithoutDiscoveryIsAskedForItsRequiredKeys() {
        ConfigKeys keys = ConfigKeys.of(
                ConfigKey.required("endpoint", ConfigValueTypes.text(), "Address of the server."),
                ConfigKey.optional("note", ConfigValueTypes.text(), "Anything."),
                ConfigKey.required("password", ConfigValueTypes.secret(), "Password."));

        assertThat(new PlainQuestions(keys).questions())
                .containsExactly(
                        SettingQuestion.required("endpoint", SettingQuestion.Kind.TEXT, "Address of the server"),
                        SettingQuestion.required("password", SettingQuestion.Kind.SECRET, "Password"));
    }

    @Test
    void reportsEveryMissingValueAtOnceAndWritesNothing() {
        Path file = home.resolve("bootstrap.yaml");
        ToolRun run = Tool.of("butleradm", Butleradm.class, Butleradm::commands)
                .with("HOME", home.toString())
                .run("init", "nutanix", file.toString(), "--set", "nonsense");

        assertThat(run.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(run.err())
                .contains(
                        "providerConfig.nutanix.endpoint: is missing",
                        "providerConfig.nutanix.username: is missing",
                        "providerConfig.nutanix.password: is missing",
                        "NUTANIX_PASSWORD",
                        "--set nonsense: is not of the form PATH=VALUE");
        assertThat(file).doesNotExist();
    }

    @Test
    void rejectsSecretsOnTheCommandLineAndUnknownValues() {
        try (InitBench bench = InitBench.start("nutanix", home)) {
            ToolRun visible = init(bench, "nutanix", "--set", "password=hunter2");
            assertThat(visible.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
            assertThat(visible.err())
                    .contains("is a secret on the command line")
                    .doesNotContain("hunter2");

            ToolRun unknown = init(bench, "nutanix", "--set", "imageUUID=talso");
            assertThat(unknown.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
            assertThat(unknown.err()).contains("\"talso\" does not exist", "talos");
            assertThat(bench.file()).doesNotExist();
        }
    }

    @Test
    void rejectsWrongCredentialsWithTheReason() {
        try (InitBench bench = InitBench.start("nutanix", home)) {
            ToolRun run = run(bench.tool().with("NUTANIX_PASSWORD", "wrong-secret"), bench, "nutanix");

            assertThat(run.exitCode()).isEqualTo(ErrorKind.DENIED.exitCode());
            assertThat(run.err()).doesNotContain("wrong-secret");
            assertThat(bench.file()).doesNotExist();
        }
    }

    @Test
    void keepsAnExistingFileWithoutConsent() throws IOException {
        try (InitBench bench = InitBench.start("local", home)) {
            Files.writeString(bench.file(), "mine");

            ToolRun refused = init(bench, "local");
            assertThat(refused.exitCode()).isEqualTo(ErrorKind.USAGE.exitCode());
            assertThat(refused.err()).contains("--yes");
            assertThat(bench.file()).hasContent("mine");

            assertThat(init(bench, "local", "--yes").exitCode()).isZero();
            assertThat(Files.readString(bench.file())).contains("provider: local");
        }
    }

    @Test
    void asksAtATerminalAndRepeatsWhatIsWrong() throws IOException {
        try (InitBench bench = InitBench.start("nutanix", home)) {
            String typed = String.join(
                    "\n",
                    "ftp://nowhere", // not a valid endpoint
                    bench.setting("endpoint").toString(),
                    bench.setting("port").toString(),
                    bench.caFile().toString(),
                    bench.credential("username"),
                    "wrong-secret", // rejected by Prism Central: asked again with the other answers as proposals
                    "",
                    "",
                    "",
                    "",
                    bench.credential("password"),
                    "simulated",
                    "1",
                    "99", // not in the list
                    "talos",
                    "",
                    "demo",
                    "",
                    "1",
                    "10.0.0.1", // not in the network
                    "127.0.0.50",
                    "127.0.0.60",
                    "127.0.0.70",
                    "");
            ToolRun run = Tool.of("butleradm", Butleradm.class, Butleradm::commands)
                    .with("HOME", home.toString())
                    .onTerminal(typed, Terminal.Stream.IN, Terminal.Stream.ERR)
                    .run("init", "--provider", "nutanix", bench.file().toString());

            assertThat(run.exitCode()).as(run.err()).isZero();
            assertThat(run.err().replaceAll("\\s+", " "))
                    .contains(
                            "must be a URL such as https://prism.example.com",
                            "rejected the username and password",
                            "Connected to Prism Central",
                            "Not a number or a value of the list: 99",
                            "Not valid: 10.0.0.1")
                    .doesNotContain("wrong-secret");
            assertThat(Files.readString(bench.file()))
                    .contains(
                            "name: demo",
                            "vip: 127.0.0.50",
                            "start: 127.0.0.60",
                            "end: 127.0.0.70",
                            "clusterUUID: \"" + bench.setting("clusterUUID"),
                            "password: ");
        }
    }

    @Test
    void writesNothingIfTheInputEnds() {
        Path file = home.resolve("bootstrap.yaml");
        ToolRun run = Tool.of("butleradm", Butleradm.class, Butleradm::commands)
                .with("HOME", home.toString())
                .onTerminal("https://127.0.0.1\n", Terminal.Stream.IN, Terminal.Stream.ERR)
                .run("init", "nutanix", file.toString());

        assertThat(run.exitCode()).isEqualTo(ErrorKind.CANCELLED.exitCode());
        assertThat(file).doesNotExist();
    }

    private static ToolRun init(InitBench bench, String provider, String... more) {
        return run(bench.tool(), bench, provider, more);
    }

    private static ToolRun run(Tool tool, InitBench bench, String provider, String... more) {
        List<String> words =
                new ArrayList<>(List.of("init", provider, bench.file().toString()));
        words.addAll(bench.options());
        words.addAll(List.of(more));
        return tool.run(words.toArray(String[]::new));
    }
}
