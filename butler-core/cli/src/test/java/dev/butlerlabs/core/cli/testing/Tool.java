package dev.butlerlabs.core.cli.testing;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandRegistry;
import dev.butlerlabs.core.cli.Terminal;
import dev.butlerlabs.core.cli.ToolRunner;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.junit.jupiter.api.Assumptions;

/**
 * A tool under test. It runs within the test's own process, or, when the system property {@code butler.binary.dir} names the folder
 * of built programs, as the program found there; the tests do not know the difference.
 */
public record Tool(
        String name,
        String mainClass,
        Function<CommandContext, CommandRegistry> commands,
        Map<String, String> environment,
        Set<Terminal.Stream> interactive,
        String input,
        Path directory) {
    private static final long PATIENCE_SECONDS = 600;
    /** No test meets the machine's own Docker engine; one that needs an engine names it. */
    private static final String NO_DOCKER = "unix:///nonexistent/docker.sock";

    private static final String QUICK_START = "-XX:TieredStopAtLevel=1";

    public static Tool of(String name, Class<?> main, Function<CommandContext, CommandRegistry> commands) {
        return new Tool(name, main.getName(), commands, Map.of(), Set.of(), "", Path.of(""));
    }

    public Tool with(String variable, String value) {
        Map<String, String> more = new HashMap<>(environment);
        more.put(variable, value);
        return new Tool(name, mainClass, commands, more, interactive, input, directory);
    }

    /** As if these streams were a terminal, on which the given text is typed. */
    public Tool onTerminal(String typed, Terminal.Stream first, Terminal.Stream... more) {
        return new Tool(name, mainClass, commands, environment, EnumSet.of(first, more), typed, directory);
    }

    /** With a text on standard input, which is no terminal. */
    public Tool reading(String text) {
        return new Tool(name, mainClass, commands, environment, interactive, text, directory);
    }

    /** Processes of the tool run in this folder. */
    public Tool in(Path folder) {
        return new Tool(name, mainClass, commands, environment, interactive, input, folder);
    }

    public ToolRun run(String... arguments) {
        return binary().isPresent() ? runProcess(arguments) : runHere(arguments);
    }

    /** Runs as a process of its own in any case, for what only a process can show. */
    public ToolRun runProcess(String... arguments) {
        Assumptions.assumeTrue(interactive.isEmpty(), "a process under test has no terminal");
        try {
            Process process = start(arguments);
            try (var stdin = process.getOutputStream()) {
                stdin.write(input.getBytes(StandardCharsets.UTF_8));
            }
            return finish(process);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a process and leaves it to the caller. */
    public Process start(String... arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(Interruptions.heardBy(commandLine(arguments)))
                .directory(directory.toAbsolutePath().toFile());
        List.of("NO_COLOR", "BUTLER_NO_COLOR", "KUBECONFIG").forEach(builder.environment()::remove);
        builder.environment().put("DOCKER_HOST", NO_DOCKER);
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** The words that start the tool: its binary, or Java with the class path of the test. */
    public List<String> commandLine(String... arguments) {
        List<String> words = new ArrayList<>();
        binary().ifPresentOrElse(file -> words.add(file.toString()), () -> words.addAll(javaWords(arguments)));
        words.addAll(List.of(arguments));
        return words;
    }

    /** Quick to start rather than quick in the long run, but for the command that makes large keys, just as the scripts do it. */
    private static List<String> speed(String... arguments) {
        return arguments.length > 0 && arguments[0].equals("bootstrap") ? List.of() : List.of(QUICK_START);
    }

    /** The words that start the tool on Java with options for the virtual machine. */
    public List<String> java(List<String> options) {
        return java(options, System.getProperty("java.class.path"));
    }

    private List<String> java(List<String> options, String classPath) {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of(
                "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        words.addAll(options);
        words.addAll(List.of("-cp", classPath, mainClass));
        return words;
    }

    /** Uses the jar with its AOT cache, just as the scripts do it, if {@code scripts/test} has built both. */
    private List<String> javaWords(String... arguments) {
        Path target = ProjectRoot.find().resolve(name).resolve("target");
        Path cache = target.resolve(name + (runsEngine(arguments) ? "-engine.aot" : ".aot"));
        if (!Boolean.getBoolean("butler.test.jars") || !Files.isRegularFile(cache)) {
            return java(speed(arguments));
        }
        List<String> options = new ArrayList<>(List.of("-Xlog:disable", "-Xlog:all=off", "-XX:AOTCache=" + cache));
        options.addAll(speed(arguments));
        return java(options, "%s:%s/*".formatted(target.resolve(name + ".jar"), target.resolve("lib")));
    }

    private static boolean runsEngine(String... arguments) {
        return arguments.length > 0
                && List.of("engine", "bootstrap", "rehearse").contains(arguments[0]);
    }

    /**
     * Waits for a process and collects what it wrote. Threads of their own read, so that a caller in the pool that all share is known to
     * wait and another takes its place.
     */
    public static ToolRun finish(Process process) throws IOException {
        CompletableFuture<String> out = read(process.getInputStream());
        CompletableFuture<String> err = read(process.getErrorStream());
        try {
            CompletableFuture.allOf(out, err).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            return new ToolRun(process.waitFor(), out.join(), err.join());
        } catch (TimeoutException e) {
            process.destroyForcibly();
            throw new IOException("the tool did not end in time", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
            throw new IOException("nobody waits for the tool any more", e);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }

    private static CompletableFuture<String> read(InputStream stream) {
        CompletableFuture<String> text = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try (stream) {
                text.complete(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                text.completeExceptionally(e);
            }
        });
        return text;
    }

    public static Optional<Path> binaries() {
        return Optional.ofNullable(System.getProperty("butler.binary.dir")).map(Path::of);
    }

    private Optional<Path> binary() {
        return binaries().map(folder -> folder.resolve(name)).filter(Files::isExecutable);
    }

    private ToolRun runHere(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        ByteArrayInputStream in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
        Terminal terminal = Terminal.of(in, out, err, environment, interactive);
        int exitCode = ToolRunner.run(arguments, CommandContext.of(terminal, Clock.systemUTC()), commands);
        return new ToolRun(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
