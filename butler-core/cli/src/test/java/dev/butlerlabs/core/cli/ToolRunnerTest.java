package dev.butlerlabs.core.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.cli.Terminal.Stream;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

class ToolRunnerTest {
    private static final Tool TOOL = Tool.of("sample", ToolRunnerTest.class, ToolRunnerTest::commands);

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void endsWithTheExitCodeOfTheKind(ErrorCode code) {
        ToolRun run = TOOL.run("fail", "--code", code.id());
        assertThat(run.exitCode()).isEqualTo(code.kind().exitCode());
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isEqualTo("""
                error: It went wrong.
                  spec.vip: is taken (choose another)
                  is empty
                hint: Try something else.
                see: sample explain %s
                """.formatted(code.id()));
    }

    @ParameterizedTest
    @CsvSource({"-o,json", "--log-format,json", "-ojson,-q", "--output=JSON,-q"})
    void failsInJsonWhereJsonIsSpoken(String first, String second) {
        ToolRun run = TOOL.run("fail", "--code", "BTL-0300", first, second);
        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.err())
                .isEqualTo(
                        "{\"error\":{\"code\":\"BTL-0300\",\"kind\":\"invalid\",\"exitCode\":3,\"message\":\"It went wrong.\","
                                + "\"problems\":[{\"path\":\"spec.vip\",\"message\":\"is taken\",\"hint\":\"choose another\"},"
                                + "{\"path\":\"\",\"message\":\"is empty\",\"hint\":\"\"}],\"hint\":\"Try something else.\","
                                + "\"explain\":\"sample explain BTL-0300\"}}\n");
    }

    @Test
    void misuseIsToldInJsonToo() {
        ToolRun run = TOOL.run("fail", "--cod", "x", "-o", "json");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("{\"error\":{\"code\":\"BTL-0200\"")
                .contains("did you mean '--code'?", "\"usage\":\"sample fail [OPTIONS]\"");
    }

    @Test
    void aFailureNobodyForesawIsOneSentenceAndAPrivateFile() throws IOException {
        ToolRun run = TOOL.run("crash");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err().lines())
                .hasSize(3)
                .first()
                .isEqualTo(
                        "error: 'sample crash' stopped with an unexpected failure: IllegalStateException: the sky fell");
        Matcher path = Pattern.compile("details in (\\S+)[.]\n").matcher(run.err());
        assertThat(path.find()).isTrue();
        Path file = Path.of(path.group(1));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(Files.readString(file)).contains("command   sample crash", "\tat dev.butlerlabs");
        Files.delete(file);
    }

    @Test
    void theTraceIsShownWhenAskedForTwice() {
        ToolRun run = TOOL.run("crash", "-vv");
        assertThat(run.err())
                .contains("\tat dev.butlerlabs", "error: 'sample crash' stopped")
                .doesNotContain("details in");
        assertThat(TOOL.run("fail", "--code", "BTL-0300", "-v").err()).doesNotContain("\tat ");
    }

    @Test
    void evenAnErrorOfTheRuntimeIsToldInWords() throws IOException {
        tellsOf("StackOverflowError", TOOL.run("crash", "--hard"));
    }

    @Test
    void aCommandThatCannotBeMadeIsToldInWordsToo() throws IOException {
        Tool broken = Tool.of(
                "sample",
                ToolRunnerTest.class,
                session -> new CommandRegistry(() -> new Sample(session)).with("crash", () -> {
                    throw new NoClassDefFoundError("dev/butlerlabs/Missing");
                }));
        tellsOf("NoClassDefFoundError: dev/butlerlabs/Missing", broken.run("crash"));
    }

    private static void tellsOf(String failure, ToolRun run) throws IOException {
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("unexpected failure: " + failure);
        Matcher path = Pattern.compile("details in (\\S+)[.]\n").matcher(run.err());
        assertThat(path.find()).isTrue();
        Files.delete(Path.of(path.group(1)));
    }

    @Test
    void aGroupCalledAloneShowsItsHelpAndFails() {
        ToolRun run = TOOL.run();
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("Usage: sample [OPTIONS] COMMAND\n");
    }

    @ParameterizedTest
    @CsvSource({"NO_COLOR, ''", "BUTLER_NO_COLOR, 1", "TERM, dumb"})
    void theEnvironmentTurnsColourOff(String variable, String value) {
        Tool onTerminal = TOOL.onTerminal("", Stream.OUT, Stream.ERR);
        assertThat(onTerminal.run("fail", "--code", "BTL-0300").err()).contains("\u001b[");
        assertThat(onTerminal.run("-h").out()).contains("\u001b[");
        assertThat(onTerminal
                        .with(variable, value)
                        .run("fail", "--code", "BTL-0300")
                        .err())
                .doesNotContain("\u001b[");
        assertThat(onTerminal.with(variable, value).run("-h").out()).doesNotContain("\u001b[");
    }

    @Test
    void theOptionTurnsColourOff() {
        Tool onTerminal = TOOL.onTerminal("", Stream.OUT, Stream.ERR);
        assertThat(onTerminal.run("fail", "--code", "BTL-0300", "--no-color").err())
                .doesNotContain("\u001b[");
        assertThat(onTerminal.run("-h", "--no-color").out()).doesNotContain("\u001b[");
        assertThat(onTerminal.run("fail", "--no-color", "--oops").err()).doesNotContain("\u001b[");
    }

    @Test
    void aYesIsAskedForOnATerminalOnly() {
        Tool typing = TOOL.onTerminal("yes\n", Stream.IN, Stream.ERR);
        assertThat(typing.run("consent")).isEqualTo(new ToolRun(0, "gone\n", "Remove everything? [y/N] "));
        assertThat(TOOL.onTerminal("\n", Stream.IN, Stream.ERR).run("consent").exitCode())
                .isEqualTo(130);
        assertThat(TOOL.run("consent", "--yes")).isEqualTo(new ToolRun(0, "gone\n", ""));
        ToolRun alone = TOOL.run("consent");
        assertThat(alone.exitCode()).isEqualTo(2);
        assertThat(alone.err()).contains("no terminal is available. Remove everything?", "hint: Pass --yes");
        assertThat(typing.run("consent", "--no-input").err()).contains("--no-input is set", "hint: Pass --yes");
    }

    @Test
    void theNameOfWhatIsLostMustBeTyped() {
        assertThat(TOOL.onTerminal("demo\n", Stream.IN, Stream.ERR)
                        .run("consent", "--severe")
                        .out())
                .isEqualTo("gone\n");
        ToolRun wrong = TOOL.onTerminal("dmeo\n", Stream.IN, Stream.ERR).run("consent", "--severe");
        assertThat(wrong.exitCode()).isEqualTo(130);
        assertThat(wrong.err()).contains("'dmeo' does not match 'demo'");
        assertThat(TOOL.run("consent", "--severe", "--yes").err())
                .contains("no terminal is available. All data is lost.\n", "hint: Pass --confirm=demo")
                .doesNotContain("Type demo");
        ToolRun other = TOOL.run("consent", "--severe", "--confirm", "dmeo");
        assertThat(other.exitCode()).isEqualTo(3);
        assertThat(other.err())
                .contains(
                        "invalid value \"dmeo\" for --confirm: does not match the name \"demo\". Nothing was changed.",
                        "hint: Pass --confirm=demo");
        assertThat(TOOL.run("consent", "--severe", "--confirm", "demo").out()).isEqualTo("gone\n");
    }

    @Test
    void logsOnlyWarningsUnlessAsked() {
        assertThat(TOOL.run("log").err()).matches("..:..:.. WRN careful now=yes\n");
        assertThat(TOOL.run("log", "-v").err().lines()).hasSize(2);
        assertThat(TOOL.run("log", "--log-format", "json").err()).contains("\"fields\":{\"now\":\"yes\"}");
    }

    @Test
    void theVersionOptionPrintsOneLine() {
        assertThat(TOOL.run("--version").out()).matches("sample \\S+\n");
    }

    static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new Sample(session))
                .with("fail", Fail::new)
                .with("crash", Crash::new)
                .with("consent", () -> new Consent(session))
                .with("log", Log::new);
    }

    @Command(name = "sample")
    static final class Sample extends RootCommand {
        Sample(CommandContext session) {
            super(session);
        }
    }

    @Command(name = "fail")
    static final class Fail implements Runnable {
        @SuppressWarnings("unused") // read by the frame alone
        @Mixin
        private CommonOptions common = new CommonOptions();

        @SuppressWarnings("unused") // read by the frame alone
        @Mixin
        private OutputOptions output = new OutputOptions();

        @Option(names = "--code")
        private String code;

        @Override
        public void run() {
            throw new ButlerException(
                    ErrorCode.find(code).orElseThrow(),
                    "It went wrong.",
                    "Try something else.",
                    List.of(
                            new InputProblem("spec.vip", "is taken", "choose another"),
                            new InputProblem("", "is empty")),
                    null);
        }
    }

    @Command(name = "crash")
    static final class Crash implements Runnable {
        @SuppressWarnings("unused") // read by the frame alone
        @Mixin
        private CommonOptions common = new CommonOptions();

        @Option(names = "--hard")
        private boolean hard;

        @Override
        public void run() {
            if (hard) {
                throw new StackOverflowError();
            }
            throw new IllegalStateException("the sky fell\non several lines");
        }
    }

    @Command(name = "consent")
    static final class Consent implements Callable<Integer> {
        private final CommandContext session;

        @SuppressWarnings("unused") // read by the frame alone
        @Mixin
        private CommonOptions common = new CommonOptions();

        @Mixin
        private ConsentOptions consent = new ConsentOptions();

        @Option(names = "--severe")
        private boolean severe;

        @Option(names = "--confirm")
        private String confirm;

        Consent(CommandContext session) {
            this.session = session;
        }

        @Override
        public Integer call() {
            ConfirmationPrompt prompts = consent.prompts(session);
            if (severe) {
                prompts.confirmByName("All data is lost.", "demo", Optional.ofNullable(confirm));
            } else {
                prompts.confirm("Remove everything?");
            }
            session.terminal().out().println("gone");
            return 0;
        }
    }

    @Command(name = "log")
    static final class Log implements Runnable {
        @SuppressWarnings("unused") // read by the frame alone
        @Mixin
        private CommonOptions common = new CommonOptions();

        @Override
        public void run() {
            LoggerFactory.getLogger("dev.butlerlabs.sample").warn("careful now=yes");
            LoggerFactory.getLogger("dev.butlerlabs.sample").info("by the way");
        }
    }
}
