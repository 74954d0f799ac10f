package dev.butlerlabs.core.cli.pages;

import dev.butlerlabs.core.error.ErrorKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** Generates manual pages in roff, one per command, such as {@code man butleradm-engine-start}. */
public final class ManPage {
    private final List<String> lines = new ArrayList<>();

    private ManPage() {}

    /** Returns the pages by file name. */
    public static Map<String, String> of(CommandSpec root, String version) {
        Map<String, String> pages = new LinkedHashMap<>();
        for (CommandPage page : CommandPage.tree(root)) {
            pages.put(dashed(page) + ".1", new ManPage().write(page, version));
        }
        return pages;
    }

    private String write(CommandPage page, String version) {
        String title = dashed(page).toUpperCase(Locale.ROOT);
        lines.add(".TH \"%s\" \"1\" \"\" \"Butler %s\" \"Butler\"".formatted(title, version));
        section("NAME", dashed(page) + " \\- " + escape(page.summary()));
        section("SYNOPSIS", "\\fB" + escape(page.synopsis()) + "\\fR");
        section("DESCRIPTION", escape(page.description()));
        entries(
                "COMMANDS",
                page.subcommands().stream().map(sub -> entry(sub.spec().name(), sub.summary())));
        entries(
                "ARGUMENTS",
                page.arguments().stream().map(argument -> entry(argument.paramLabel(), CommandPage.text(argument))));
        entries(
                "OPTIONS",
                page.options().stream().map(option -> entry(CommandPage.label(option), CommandPage.text(option))));
        section("EXAMPLES", ".nf\n" + escape(String.join("\n", page.examples())) + "\n.fi");
        entries("EXIT STATUS", exitCodes());
        return String.join("\n", lines) + "\n";
    }

    private static Stream<String> exitCodes() {
        return Stream.concat(
                Stream.of(entry("0", "success")),
                Stream.of(ErrorKind.values()).map(kind -> entry(Integer.toString(kind.exitCode()), kind.meaning())));
    }

    private void section(String heading, String text) {
        lines.add(".SH " + heading);
        lines.add(text);
    }

    private void entries(String heading, Stream<String> entries) {
        List<String> all = entries.toList();
        if (!all.isEmpty()) {
            section(heading, String.join("\n", all));
        }
    }

    private static String entry(String name, String text) {
        return ".TP\n\\fB" + escape(name) + "\\fR\n" + escape(text);
    }

    private static String dashed(CommandPage page) {
        return page.name().replace(' ', '-');
    }

    /** Escapes backslashes, minus signs, and dots or quotes at the start of a line, which are special in roff. */
    private static String escape(String text) {
        return text.replace("\\", "\\e").replace("-", "\\-").replaceAll("(?m)^([.'])", "\\\\&$1");
    }
}
