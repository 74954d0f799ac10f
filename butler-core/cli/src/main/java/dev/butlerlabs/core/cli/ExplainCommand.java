package dev.butlerlabs.core.cli;

import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.PrintStream;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Explains error codes. */
@Command(
        name = "explain",
        description = "Explain an error code, or list all of them with their exit codes.",
        footer = {
            "  ${ROOT-COMMAND-NAME} explain BTL-0301",
            "  ${ROOT-COMMAND-NAME} explain",
            "  ${ROOT-COMMAND-NAME} explain -o json"
        })
public final class ExplainCommand implements Runnable, OfflineCommand {
    private static final TableLayout<ErrorCode> LISTING = TableLayout.of(
            List.of(
                    Column.of("code", ErrorCode::id),
                    Column.of("exit", code -> Integer.toString(code.kind().exitCode())),
                    Column.of("title", ErrorCode::title),
                    Column.wide("meaning", ErrorCode::explanation)),
            ErrorCode::id,
            ExplainCommand::document);

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Parameters(
            arity = "0..1",
            paramLabel = "CODE",
            completionCandidates = Codes.class,
            description = "Error code, such as BTL-0301 (default: all codes).")
    private String code;

    @Spec
    private CommandSpec spec;

    public ExplainCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        OutputPrinter printer = output.printer(session, common);
        if (code == null) {
            printer.list(LISTING, List.of(ErrorCode.values()));
        } else {
            explain(find(code), printer);
        }
    }

    private ErrorCode find(String id) {
        String all = "Run '%s' to list all codes.".formatted(spec.qualifiedName());
        return ErrorCode.find(id)
                .orElseThrow(() ->
                        new ButlerException(ErrorCode.NOT_FOUND, "Error code '%s' not found.".formatted(id), all));
    }

    private static void explain(ErrorCode code, OutputPrinter printer) {
        if (printer.format() == OutputFormat.TABLE || printer.format() == OutputFormat.WIDE) {
            story(code, printer.text());
        } else {
            printer.one(LISTING, code);
        }
    }

    private static void story(ErrorCode code, PrintStream out) {
        out.println(code.id() + ": " + code.title());
        out.println();
        out.println(code.explanation());
        out.println(code.remedy());
        out.println();
        out.println("Exit code " + code.kind().exitCode() + ": " + code.kind().meaning() + ".");
    }

    private static Map<String, Object> document(ErrorCode code) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("code", code.id());
        document.put("kind", code.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        document.put("exitCode", code.kind().exitCode());
        document.put("title", code.title());
        document.put("explanation", code.explanation());
        document.put("remedy", code.remedy());
        return document;
    }

    /** Completion candidates: all error codes. */
    static final class Codes implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stream.of(ErrorCode.values()).map(ErrorCode::id).iterator();
        }
    }
}
