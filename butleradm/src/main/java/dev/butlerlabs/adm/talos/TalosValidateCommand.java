package dev.butlerlabs.adm.talos;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.talos.config.ConfigurationValidator;
import dev.butlerlabs.core.talos.config.MachineConfiguration;
import dev.butlerlabs.core.talos.config.RunMode;
import dev.butlerlabs.core.talos.config.ValidationFindings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Validates a machine configuration. */
@Command(
        name = "validate",
        description = {
            "Validate a machine configuration before it is sent to a machine.",
            "Unknown keys are errors; with --talos-version, keys unknown to that version are too."
        },
        footer = {
            "  butleradm talos validate --config controlplane.yaml --mode metal",
            "  butleradm talos validate -c worker.yaml --mode cloud --talos-version v1.12.4"
        })
final class TalosValidateCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private TalosVersionOption version = new TalosVersionOption();

    @Option(
            names = {"-c", "-f", "--config", "--filename"},
            paramLabel = "FILE",
            required = true,
            description = "Configuration file to read; use - for standard input.")
    private Path config;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            required = true,
            description = "Environment of the machine: ${COMPLETION-CANDIDATES}.")
    private RunMode mode;

    @Option(names = "--strict", description = "Treat warnings as errors.")
    private boolean strict;

    TalosValidateCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        MachineConfiguration configuration = MachineConfiguration.parse(
                config.toString(), InputFileReader.read(session, config), version.contract());
        ValidationFindings findings = ConfigurationValidator.validate(configuration, mode, version.contract());
        List<InputProblem> problems = new ArrayList<>(findings.problems());
        if (strict) {
            problems.addAll(findings.warnings());
        } else {
            findings.warnings().forEach(warning -> session.messages().print("warning: " + warning));
        }
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("%s is not valid for mode %s.".formatted(config, mode), problems);
        }
        print(findings);
    }

    private void print(ValidationFindings findings) {
        OutputPrinter printer = output.printer(session, common);
        switch (printer.format()) {
            case TABLE, WIDE -> printer.out().println("%s is valid for mode %s.".formatted(config, mode));
            case NAME -> printer.out().println(config);
            case JSON, YAML, TEMPLATE -> printer.document(document(findings));
        }
    }

    private Map<String, Object> document(ValidationFindings findings) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("config", config.toString());
        document.put("mode", mode.toString());
        document.put("valid", true);
        document.put(
                "warnings",
                findings.warnings().stream().map(InputProblem::toString).toList());
        return document;
    }
}
