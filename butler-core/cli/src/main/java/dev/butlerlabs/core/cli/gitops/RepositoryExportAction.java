package dev.butlerlabs.core.cli.gitops;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.DestinationOptions;
import dev.butlerlabs.core.cli.output.JsonTextWriter;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.YamlTextWriter;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.gitops.ExportDirectory;
import dev.butlerlabs.core.progress.CountFormatter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Supplier;

/** Writes an export to the directory that the options name. */
public record RepositoryExportAction(CommandContext session, CommonOptions common, DestinationOptions destination) {
    /** Writes the files and reports the result. The directory is checked before anything is read. */
    public void write(Supplier<SequencedMap<String, String>> export) {
        Path path = destination
                .path()
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.USAGE, "Specify the directory to write with --output DIRECTORY."));
        ExportDirectory directory = new ExportDirectory(path, destination.isForced());
        directory.check();
        SequencedMap<String, String> files = export.get();
        directory.write(files);
        document(path, List.copyOf(files.keySet()));
        if (!common.isQuiet()) {
            session.messages()
                    .print(
                            "Exported %s to %s.".formatted(CountFormatter.of(files.size(), "file"), path),
                            "Secrets are not exported: %s lists those that must exist."
                                    .formatted(path.resolve("README.md")));
        }
    }

    private void document(Path path, List<String> files) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("directory", path.toString());
        document.put("files", files);
        if (destination.format() == OutputFormat.JSON) {
            session.terminal().out().println(JsonTextWriter.pretty(document));
        } else if (destination.format() == OutputFormat.YAML) {
            session.terminal().out().print(YamlTextWriter.of(document));
        }
    }
}
