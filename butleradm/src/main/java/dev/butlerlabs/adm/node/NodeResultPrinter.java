package dev.butlerlabs.adm.node;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.output.OutputFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Prints what an operation on nodes did: the names of the nodes, or a document. People read the progress messages. */
final class NodeResultPrinter {
    private final CommandContext session;
    private final CommonOptions common;
    private final OutputOptions output;
    private final Instant start;

    NodeResultPrinter(CommandContext session, CommonOptions common, OutputOptions output) {
        this.session = session;
        this.common = common;
        this.output = output;
        this.start = session.clock().instant();
    }

    boolean isDocument() {
        return output.format().isDocument();
    }

    void print(String operation, List<String> nodes) {
        if (output.format() == OutputFormat.NAME) {
            nodes.forEach(session.terminal().out()::println);
        }
        if (isDocument()) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("operation", operation);
            document.put("nodes", nodes);
            document.put(
                    "seconds",
                    Duration.between(start, session.clock().instant()).toSeconds());
            document(document);
        }
    }

    void document(Map<String, Object> document) {
        output.printer(session, common).document(document);
    }
}
