package dev.butlerlabs.core.cli.logging;

import java.time.ZoneId;
import java.util.List;
import java.util.function.Consumer;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Configures all loggers of the process. */
public final class LogSetup {
    /** Libraries whose INFO messages are details. They are logged at one verbosity level higher. */
    private static final List<String> TALKATIVE = List.of(
            "io.fabric8",
            "io.javaoperatorsdk",
            "io.helidon",
            "io.grpc",
            "jdk.internal.httpclient",
            "dev.cel",
            "com.github.dockerjava");

    /** Strong references, because loggers and their levels are garbage-collected otherwise. */
    private static final List<Logger> CALMED =
            TALKATIVE.stream().map(Logger::getLogger).toList();

    /** Logs errors that it also throws or returns; the caller reports them to the user. */
    private static final Logger WEB_SERVER = Logger.getLogger("io.helidon");

    /** Logs failures of streamed responses that it also reports to the caller. */
    private static final Logger DOCKER_STREAMS = Logger.getLogger("com.github.dockerjava.api.async");

    /** Warns about every resource type without a stable version, such as all CRDs of Butler. */
    private static final Logger VERSION_ADVICE =
            Logger.getLogger("io.fabric8.kubernetes.client.dsl.internal.VersionUsageUtils");

    private LogSetup() {}

    /**
     * Replaces the current logging configuration.
     *
     * @param verbosity 0 for warnings, 1 for actions of Butler, 2 for everything
     * @param lines receives the formatted lines
     */
    public static void install(LogFormat format, int verbosity, Consumer<String> lines) {
        LogManager.getLogManager().reset();
        Logger root = Logger.getLogger("");
        root.setLevel(level(verbosity));
        root.addHandler(new LineHandler(formatter(format, verbosity > 1), lines));
        CALMED.forEach(logger -> logger.setLevel(level(verbosity - 1)));
        VERSION_ADVICE.setLevel(verbosity > 1 ? Level.FINE : Level.OFF);
        DOCKER_STREAMS.setLevel(Level.OFF);
        WEB_SERVER.setLevel(verbosity == 0 ? Level.OFF : level(verbosity - 1));
    }

    private static Level level(int verbosity) {
        return verbosity <= 0 ? Level.WARNING : verbosity == 1 ? Level.INFO : Level.FINE;
    }

    private static Formatter formatter(LogFormat format, boolean traces) {
        return switch (format) {
            case TEXT -> new TextFormatter(ZoneId.systemDefault(), traces);
            case JSON -> new JsonFormatter();
        };
    }

    private static final class LineHandler extends Handler {
        private final Consumer<String> lines;

        LineHandler(Formatter formatter, Consumer<String> lines) {
            setFormatter(formatter);
            this.lines = lines;
        }

        @Override
        public void publish(LogRecord entry) {
            if (isLoggable(entry)) {
                lines.accept(getFormatter().format(entry));
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
