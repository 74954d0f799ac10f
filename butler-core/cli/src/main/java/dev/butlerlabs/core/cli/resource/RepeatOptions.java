package dev.butlerlabs.core.cli.resource;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** Option to repeat a list that is combined from several sources, so that no single watch reports its changes. */
public final class RepeatOptions {
    private static final Duration PAUSE = Duration.ofSeconds(2);

    @Option(
            names = {"-w", "--watch"},
            description = "After listing, watch for changes and print each changed object.")
    private boolean watch;

    /**
     * Prints a list once, or until the process is interrupted or the reader of the output is gone.
     *
     * @param onEmpty called if the list is empty when it is read first
     */
    public <T> void print(
            CommandContext session,
            OutputPrinter printer,
            Supplier<TableLayout<T>> layout,
            Supplier<List<T>> reader,
            Runnable onEmpty) {
        List<T> first = reader.get();
        if (first.isEmpty()) {
            onEmpty.run();
        }
        if (!watch) {
            printer.list(layout.get(), first);
            return;
        }
        ChangedRowPrinter<T> changes = new ChangedRowPrinter<>(printer.stream(layout), layout.get());
        changes.print(first);
        while (!session.terminal().isReaderGone()) {
            sleep();
            changes.print(reader.get());
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ButlerException(ErrorCode.CANCELLED, "Interrupted.", e);
        }
    }
}
