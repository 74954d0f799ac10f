package dev.butlerlabs.core.cli;

import dev.butlerlabs.core.cli.output.JsonTextWriter;
import dev.butlerlabs.core.cli.output.TerminalColors;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A printed failure: message, problems, hint and where to read more.
 *
 * @param usage synopsis of the command, if the command line is invalid
 */
record ErrorReport(ErrorCode code, String sentence, List<InputProblem> problems, Optional<String> usage, String hint) {
    ErrorReport {
        problems = List.copyOf(problems);
    }

    static ErrorReport of(ButlerException failure) {
        return new ErrorReport(
                failure.code(), failure.getMessage(), failure.problems(), Optional.empty(), failure.hint());
    }

    String text(String tool, TerminalColors ink) {
        List<String> lines = new ArrayList<>();
        lines.add(ink.red("error:") + " " + sentence);
        problems.forEach(problem -> lines.add("  " + problem));
        usage.ifPresent(line -> lines.add("usage: " + line));
        if (!hint.isEmpty()) {
            lines.add("hint: " + hint);
        }
        lines.add(ink.grey("see: " + tool + " explain " + code.id()));
        return String.join("\n", lines);
    }

    String json(String tool) {
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("code", code.id());
        error.put("kind", code.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        error.put("exitCode", code.kind().exitCode());
        error.put("message", sentence);
        if (!problems.isEmpty()) {
            error.put("problems", problems.stream().map(ErrorReport::document).toList());
        }
        usage.ifPresent(line -> error.put("usage", line));
        error.put("hint", hint);
        error.put("explain", tool + " explain " + code.id());
        return JsonTextWriter.line(Map.of("error", error));
    }

    private static Map<String, Object> document(InputProblem problem) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("path", problem.path());
        document.put("message", problem.sentence());
        document.put("hint", problem.hint());
        return document;
    }
}
