package dev.butlerlabs.core.cli.resource;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.identity.FactPrinter;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.tenant.change.ObjectEventReader;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Describes objects for people: details, conditions and events. Other formats print the objects themselves. */
public record DescribeAction(
        CommandContext session, CommonOptions common, OutputOptions output, KubernetesClient client) {
    /**
     * Describes the named objects, also if others cannot be read, followed by their events.
     *
     * @param reader returns the object with a name, or throws
     * @param text prints the details and conditions of an object
     * @throws ButlerException if an object cannot be read
     */
    public <T extends HasMetadata> void describe(
            List<String> names, Function<String, T> reader, TableLayout<T> layout, BiConsumer<OutputPrinter, T> text) {
        describeWithout(names, reader, layout, (printer, object) -> {
            text.accept(printer, object);
            events(printer, object);
        });
    }

    /** Describes the named objects with a text that includes everything. */
    public <T> void describeWithout(
            List<String> names, Function<String, T> reader, TableLayout<T> layout, BiConsumer<OutputPrinter, T> text) {
        ReadObjects<T> read = ReadObjects.of(names, reader);
        OutputPrinter printer = output.printer(session, common);
        if (output.format() == OutputFormat.TABLE || output.format() == OutputFormat.WIDE) {
            for (int i = 0; i < read.found().size(); i++) {
                if (i > 0) {
                    printer.out().println();
                }
                text.accept(printer, read.found().get(i));
            }
        } else if (names.size() == 1) {
            read.found().forEach(object -> printer.one(layout, object));
        } else {
            printer.list(layout, read.found());
        }
        read.requireAll();
    }

    /** Prints the named objects as rows of one table, also if others cannot be read. */
    public <T> void table(List<String> names, Function<String, T> reader, TableLayout<T> layout) {
        ReadObjects<T> read = ReadObjects.of(names, reader);
        OutputPrinter printer = output.printer(session, common);
        if (names.size() == 1) {
            read.found().forEach(object -> printer.one(layout, object));
        } else {
            printer.list(layout, read.found());
        }
        read.requireAll();
    }

    private void events(OutputPrinter printer, HasMetadata object) {
        try {
            new FactPrinter(printer)
                    .table(
                            "Events",
                            new ObjectEventReader(client).events(object),
                            EventTable.at(session.clock().instant()).columns());
        } catch (ButlerException e) {
            if (e.kind() != ErrorKind.DENIED) {
                throw e;
            }
            session.messages().print("warning: " + e.getMessage());
        }
    }
}
