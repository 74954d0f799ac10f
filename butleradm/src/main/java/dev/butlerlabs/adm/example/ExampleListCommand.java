package dev.butlerlabs.adm.example;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OfflineCommand;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.output.Column;
import dev.butlerlabs.core.cli.output.TableLayout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the example files. */
@Command(
        name = "list",
        aliases = "ls",
        description = "List the example files.",
        footer = {"  butleradm examples list", "  butleradm examples list -o wide"})
final class ExampleListCommand implements Runnable, OfflineCommand {
    private static final TableLayout<ExampleFile> LISTING = TableLayout.of(
            List.of(
                    Column.of("name", ExampleFile::name),
                    Column.of("description", ExampleFile::summary),
                    Column.wide("command", example -> example.command(example.fileName()))),
            ExampleFile::name,
            ExampleListCommand::document);

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    ExampleListCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        output.printer(session, common).list(LISTING, ExampleFile.all());
    }

    private static Map<String, Object> document(ExampleFile example) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", example.name());
        document.put("description", example.summary());
        document.put("command", example.command(example.fileName()));
        return document;
    }
}
