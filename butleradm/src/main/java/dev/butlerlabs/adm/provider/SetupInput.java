package dev.butlerlabs.adm.provider;

import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.cli.output.Json;
import dev.butlerlabs.core.config.ConfigDocument;
import dev.butlerlabs.core.config.ConfigText;
import dev.butlerlabs.core.config.Surroundings;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.Problem;
import dev.butlerlabs.core.kube.UserDirectories;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.ProviderSetup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The provider's section, from a file or from options, with everything that is wrong with it told at once. */
final class SetupInput {
    private static final String STANDARD_INPUT = "-";
    /** What a value that stands for standard input refers to; no variable of a shell can have this name. */
    private static final String INPUT_VARIABLE = "_standard_input_of_butleradm";

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./~][A-Za-z0-9_./:@-]*");

    private final Session session;
    private final Optional<Path> file;
    private final List<String> assignments;

    SetupInput(Session session, Optional<Path> file, List<String> assignments) {
        this.session = session;
        this.file = file;
        this.assignments = List.copyOf(assignments);
    }

    ProviderSetup read(InfrastructureProvider provider) {
        if (file.isPresent() == !assignments.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.USAGE,
                    "The settings come either from -f or from --set.",
                    "Pass -f FILE, or --set for each key.");
        }
        ConfigDocument document =
                ConfigDocument.of(file.map(this::fromFile).orElseGet(this::fromOptions), surroundings());
        Optional<ProviderSetup> setup = provider.read(document.root());
        List<Problem> problems = new ArrayList<>(document.problems().problems());
        if (file.isEmpty()) {
            // A secret that is written out is doubtful in a file; on a command line everybody can read it.
            document.problems().warnings().stream()
                    .filter(warning -> warning.sentence().contains("secret"))
                    .map(warning -> new Problem(
                            warning.path(), "is a secret on the command line", "write ${NAME}, file:PATH or - instead"))
                    .forEach(problems::add);
        }
        if (!problems.isEmpty() || setup.isEmpty()) {
            throw ButlerException.invalid(
                    "The settings for %s are not valid."
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
                throw new ButlerException(ErrorCode.USAGE, "The option --set takes KEY=VALUE.");
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

    /** A value as YAML: as it is where that says the same, else in quotes. */
    private static String scalar(String value) {
        if (value.equals(STANDARD_INPUT)) {
            return "\"${" + INPUT_VARIABLE + "}\"";
        }
        return PLAIN.matcher(value).matches() ? value : Json.line(value);
    }

    private Surroundings surroundings() {
        Path folder = file.filter(path -> !path.toString().equals(STANDARD_INPUT))
                .map(path -> path.toAbsolutePath().getParent())
                .orElseGet(() -> Path.of("").toAbsolutePath());
        return new Surroundings(
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
            throw new ButlerException(ErrorCode.UNREADABLE_FILE, "Standard input cannot be read.", e);
        }
    }
}
