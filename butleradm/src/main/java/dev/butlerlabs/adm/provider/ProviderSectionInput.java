package dev.butlerlabs.adm.provider;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.output.JsonTextWriter;
import dev.butlerlabs.core.config.ConfigDocument;
import dev.butlerlabs.core.config.ConfigEnvironment;
import dev.butlerlabs.core.config.ConfigText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.kube.UserDirectories;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.ProviderSectionValues;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads a provider's section from a file or from options. Reports all problems in one exception. */
final class ProviderSectionInput {
    private static final String STANDARD_INPUT = "-";
    /** Variable that holds the value read from standard input; not a valid name in any shell, so it cannot conflict. */
    private static final String INPUT_VARIABLE = "_standard_input_of_butleradm";

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./~][A-Za-z0-9_./:@-]*");

    private final CommandContext session;
    private final Optional<Path> file;
    private final List<String> assignments;

    ProviderSectionInput(CommandContext session, Optional<Path> file, List<String> assignments) {
        this.session = session;
        this.file = file;
        this.assignments = List.copyOf(assignments);
    }

    ProviderSectionValues read(InfrastructureProvider provider) {
        if (file.isPresent() == !assignments.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.USAGE,
                    "Specify settings with either -f or --set.",
                    "Pass -f FILE, or --set for each key.");
        }
        ConfigDocument document =
                ConfigDocument.of(file.map(this::fromFile).orElseGet(this::fromOptions), surroundings());
        Optional<ProviderSectionValues> setup = provider.read(document.root());
        List<InputProblem> problems = new ArrayList<>(document.problems().problems());
        if (file.isEmpty()) {
            // A literal secret is only a warning in a file. On a command line, other processes can read it.
            document.problems().warnings().stream()
                    .filter(warning -> warning.sentence().contains("secret"))
                    .map(warning -> new InputProblem(
                            warning.path(),
                            "must not be a literal secret on the command line",
                            "use ${NAME}, file:PATH or - instead"))
                    .forEach(problems::add);
        }
        if (!problems.isEmpty() || setup.isEmpty()) {
            throw ButlerException.invalid(
                    "Invalid settings for provider %s:"
                            .formatted(provider.profile().title()),
                    problems);
        }
        return setup.get();
    }

    private ConfigText fromFile(Path path) {
        return path.toString().equals(STANDARD_INPUT)
                ? new ConfigText("standard input", standardInput())
                : ConfigText.of(path);
    }

    private ConfigText fromOptions() {
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String assignment : assignments) {
            int equals = assignment.indexOf('=');
            if (equals < 1) {
                throw new ButlerException(ErrorCode.USAGE, "invalid value for --set: must be KEY=VALUE.");
            }
            values.computeIfAbsent(assignment.substring(0, equals), key -> new ArrayList<>())
                    .add(scalar(assignment.substring(equals + 1)));
        }
        StringBuilder text = new StringBuilder();
        values.forEach((key, all) -> text.append(scalar(key))
                .append(": ")
                .append(all.size() == 1 ? all.getFirst() : "[" + String.join(", ", all) + "]")
                .append('\n'));
        return new ConfigText("--set", text.toString());
    }

    /** Returns the value as a YAML scalar, quoted if YAML would otherwise change it. */
    private static String scalar(String value) {
        if (value.equals(STANDARD_INPUT)) {
            return "\"${" + INPUT_VARIABLE + "}\"";
        }
        return PLAIN.matcher(value).matches() ? value : JsonTextWriter.line(value);
    }

    private ConfigEnvironment surroundings() {
        Path folder = file.filter(path -> !path.toString().equals(STANDARD_INPUT))
                .map(path -> path.toAbsolutePath().getParent())
                .orElseGet(() -> Path.of("").toAbsolutePath());
        return new ConfigEnvironment(
                this::variable,
                UserDirectories.of(session.terminal()::environment).home(),
                folder);
    }

    private Optional<String> variable(String name) {
        return name.equals(INPUT_VARIABLE)
                ? Optional.of(standardInput().stripTrailing())
                : session.terminal().environment(name);
    }

    private String standardInput() {
        try {
            return new String(session.terminal().in().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.UNREADABLE_FILE, "Cannot read standard input.", e);
        }
    }
}
