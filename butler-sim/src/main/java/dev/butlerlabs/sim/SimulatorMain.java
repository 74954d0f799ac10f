package dev.butlerlabs.sim;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.fault.FaultSpec;
import dev.butlerlabs.sim.infrastructure.LoopbackHost;
import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import dev.butlerlabs.sim.infrastructure.SimulatorFactory;
import dev.butlerlabs.sim.infrastructure.Simulators;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Runs one simulated infrastructure until the process is stopped. */
@Command(
        name = "sim",
        mixinStandardHelpOptions = true,
        description = "Run a simulated infrastructure on loopback with the vendor's protocol until Ctrl-C.",
        sortOptions = false)
public final class SimulatorMain implements Callable<Integer> {
    @Spec
    private CommandSpec command;

    @Parameters(paramLabel = "PROVIDER", description = "Infrastructure to simulate, such as harvester.")
    private String provider;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "0",
            description = "Port on 127.0.0.1; 0 selects a free port.")
    private int port;

    @Option(
            names = "--credentials-out",
            paramLabel = "FILE",
            required = true,
            description = "File to write the credentials to, readable only by you; deleted on exit.")
    private Path credentials;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1", description = "Random seed.")
    private long seed;

    @Option(
            names = "--fault",
            paramLabel = "ORDER",
            converter = FaultConverter.class,
            description = "Fault to inject, such as create:lost-response@cp-1 or any:throttle*5; repeatable.")
    private List<FaultSpec> faults = new ArrayList<>();

    @Option(
            names = "--boot-time",
            paramLabel = "TIME",
            defaultValue = "3s",
            converter = TimeConverter.class,
            description = "Time from the request to a running machine, such as 1m30s (default: 3s).")
    private Duration bootTime;

    @Option(
            names = "--removal-time",
            paramLabel = "TIME",
            defaultValue = "2s",
            converter = TimeConverter.class,
            description = "Time from the request until a machine is deleted (default: 2s).")
    private Duration removalTime;

    @Option(
            names = "--capacity",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Maximum number of machines (default: ${DEFAULT-VALUE}).")
    private int capacity;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "Stop after this time.")
    private Optional<Duration> limit = Optional.empty();

    private final Simulators simulators;
    private final CountDownLatch end = new CountDownLatch(1);

    SimulatorMain(Simulators simulators) {
        this.simulators = simulators;
    }

    public static void main(String[] arguments) {
        Logger.getLogger("").setLevel(Level.SEVERE);
        SimulatorMain main = new SimulatorMain(Simulators.load());
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> main.end(ended)));
        int code = main.commandLine().execute(arguments);
        ended.countDown();
        System.exit(code);
    }

    /** Stops the simulator on Ctrl-C: it is closed and its credentials are deleted before the process exits. */
    private void end(CountDownLatch ended) {
        stop();
        try {
            ended.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops the simulator, now or as soon as it has started. */
    void stop() {
        end.countDown();
    }

    CommandLine commandLine() {
        return new CommandLine(this).setExecutionExceptionHandler((failure, line, parsed) -> {
            line.getErr().println(sentence(failure));
            return 1;
        });
    }

    private static String sentence(Exception failure) {
        return failure instanceof ButlerException told
                ? told.getMessage() + " " + told.hint()
                : String.valueOf(failure);
    }

    @Override
    public Integer call() throws InterruptedException {
        SimulatorFactory factory = simulators.find(provider).orElseThrow(this::unknown);
        FaultPlan plan = new FaultPlan(seed);
        faults.forEach(plan::order);
        SimulationOptions options =
                new SimulationOptions(port, bootTime, removalTime, capacity, plan, new LoopbackHost());
        try (SimulatedInfrastructure simulator = start(factory, options);
                CredentialsFile file = CredentialsFile.write(credentials, simulator.credentials())) {
            tell(simulator, file);
            await();
            say("Stopped after %d requests; %d machines remaining."
                    .formatted(simulator.requests(), simulator.machines().size()));
        }
        return 0;
    }

    private SimulatedInfrastructure start(SimulatorFactory factory, SimulationOptions options) {
        try {
            return factory.start(options);
        } catch (UncheckedIOException e) {
            throw new ParameterException(
                    command.commandLine(),
                    "Cannot listen on port %d: %s".formatted(port, e.getCause().getMessage()),
                    e);
        }
    }

    private ParameterException unknown() {
        String known = simulators.all().stream().map(SimulatorFactory::provider).collect(Collectors.joining(", "));
        return new ParameterException(
                command.commandLine(), "no simulator for \"%s\": must be one of %s".formatted(provider, known));
    }

    private void tell(SimulatedInfrastructure simulator, CredentialsFile file) {
        say("Simulated infrastructure %s started with these settings:".formatted(simulator.provider()));
        simulator.settings().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(setting -> say("  %s: %s".formatted(setting.getKey(), setting.getValue())));
        say("Credentials (%s): %s".formatted(file.content(), file.path()));
        say(limit.map(time -> "Stops after %d s. Press Ctrl-C to stop earlier.".formatted(time.toSeconds()))
                .orElse("Press Ctrl-C to stop."));
    }

    private void say(String line) {
        command.commandLine().getOut().println(line);
        command.commandLine().getOut().flush();
    }

    private void await() throws InterruptedException {
        if (limit.isEmpty()) {
            end.await();
        } else {
            end.await(limit.get().toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    /** Parses durations such as {@code 3s}, {@code 0.5s} and {@code 1m30s}. */
    static final class TimeConverter implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            try {
                return Duration.parse("PT" + text);
            } catch (DateTimeParseException e) {
                throw new TypeConversionException(
                        "invalid duration '%s': use a form such as 30s or 1m30s".formatted(text));
            }
        }
    }

    /** Parses faults to inject. */
    static final class FaultConverter implements ITypeConverter<FaultSpec> {
        @Override
        public FaultSpec convert(String text) {
            try {
                return FaultSpec.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
