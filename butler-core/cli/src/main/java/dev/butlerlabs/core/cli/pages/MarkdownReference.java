package dev.butlerlabs.core.cli.pages;

import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.ErrorKind;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** Generates the Markdown reference: one page per tool, and one of exit codes and error codes. */
public final class MarkdownReference {
    private static final String NOTICE = "<!-- Generated from the command model. Edit the command, not this page. -->";

    private final List<String> lines = new ArrayList<>();

    private MarkdownReference() {}

    /** Returns the page of all commands of a tool. */
    public static String of(CommandSpec root) {
        MarkdownReference page = new MarkdownReference();
        page.paragraph("# " + root.name());
        page.paragraph(NOTICE);
        CommandPage.tree(root).forEach(page::command);
        page.paragraph("For exit codes see [exit codes](../exit-codes.md).");
        return page.text();
    }

    /** Returns the page of exit codes and error codes. */
    public static String exitCodes() {
        MarkdownReference page = new MarkdownReference();
        page.paragraph("# Exit codes");
        page.paragraph("<!-- Generated from the error codes. Edit those, not this page. -->");
        page.paragraph(
                "A command exits with 0 only if it succeeded. Otherwise the exit code shows the category of the failure, and the "
                        + "printed error code shows the exact error. A command that is terminated by a signal exits with 128 plus the "
                        + "signal number: 130 for Ctrl-C, 143 for SIGTERM.");
        page.lines.add("| exit code | meaning |");
        page.lines.add("|---|---|");
        page.lines.add("| 0 | success |");
        for (ErrorKind kind : ErrorKind.values()) {
            page.lines.add("| %d | %s |".formatted(kind.exitCode(), kind.meaning()));
        }
        page.paragraph("");
        page.paragraph("## Error codes");
        page.paragraph("With `-o json` or `--log-format json` a failure is one JSON object on standard error, "
                + "`{\"error\":{\"code\":…,\"kind\":…,\"exitCode\":…,\"message\":…,\"hint\":…}}`. "
                + "`butleradm explain CODE` prints the same information.");
        page.lines.add("| code | exit | title | meaning | what to do |");
        page.lines.add("|---|---|---|---|---|");
        for (ErrorCode code : ErrorCode.values()) {
            page.lines.add("| %s | %d | %s | %s | %s |"
                    .formatted(code.id(), code.kind().exitCode(), code.title(), code.explanation(), code.remedy()));
        }
        return page.text();
    }

    private void command(CommandPage page) {
        paragraph("## " + page.name());
        paragraph(escape(page.description()));
        paragraph("```\n" + page.synopsis() + "\n```");
        if (!page.aliases().isEmpty()) {
            paragraph("Aliases: `" + String.join("`, `", page.aliases()) + "`");
        }
        if (!page.subcommands().isEmpty()) {
            table(
                    "command",
                    page.subcommands().stream()
                            .map(sub -> row(
                                    "[" + sub.spec().name() + "](#" + sub.name().replace(' ', '-') + ")",
                                    sub.summary()))
                            .toList());
        }
        if (!page.arguments().isEmpty()) {
            table(
                    "argument",
                    page.arguments().stream()
                            .map(argument -> row("`" + argument.paramLabel() + "`", CommandPage.text(argument)))
                            .toList());
        }
        table(
                "option",
                page.options().stream()
                        .map(option -> row("`" + CommandPage.label(option) + "`", CommandPage.text(option)))
                        .toList());
        paragraph("```\n" + String.join("\n", page.examples()) + "\n```");
    }

    private void table(String what, List<String> rows) {
        lines.add("| " + what + " | |");
        lines.add("|---|---|");
        lines.addAll(rows);
        lines.add("");
    }

    private static String row(String name, String text) {
        return "| " + name + " | " + escape(text) + " |";
    }

    private static String escape(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ");
    }

    private void paragraph(String text) {
        lines.add(text);
        lines.add("");
    }

    private String text() {
        return String.join("\n", lines).replaceAll("\n{3,}", "\n\n").strip() + "\n";
    }
}
