package dev.butlerlabs.core.cli.pages;

import dev.butlerlabs.core.cli.AskedNames;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Completion for the fish shell: commands, options with their values, and what each of them means. */
public final class FishCompletion {
    private final String tool;
    private final List<String> lines = new ArrayList<>();

    private FishCompletion(String tool) {
        this.tool = tool;
    }

    public static String of(CommandSpec root) {
        FishCompletion completion = new FishCompletion(root.name());
        completion.preamble();
        CommandPage.tree(root).forEach(completion::command);
        return String.join("\n", completion.lines) + "\n";
    }

    /** The functions hold when the words typed so far, options left out, are exactly the given ones, or begin with them. */
    private void preamble() {
        lines.add("# Completion of " + tool + " for fish; made by '" + tool + " completion fish'.");
        lines.add("function __" + tool + "_words");
        lines.add("    set -l typed (commandline -opc)");
        lines.add("    set -e typed[1]");
        lines.add("    string match -v -- '-*' $typed");
        lines.add("end");
        lines.add("function __" + tool + "_at");
        lines.add("    set -l words (__" + tool + "_words)");
        lines.add("    test \"$words\" = \"$argv\"");
        lines.add("end");
        lines.add("function __" + tool + "_in");
        lines.add("    set -l words (__" + tool + "_words)");
        lines.add("    string match -q -- \"$argv *\" \"$words \"");
        lines.add("end");
        lines.add("complete -c " + tool + " -f");
    }

    private void command(CommandPage page) {
        String place = condition(page);
        for (CommandPage sub : page.subcommands()) {
            add(place, " -a " + quote(sub.spec().name()) + " -d " + quote(sub.summary()));
        }
        for (PositionalParamSpec argument : page.arguments()) {
            List<String> words = AskedNames.inFish(tool, CommandPage.candidates(argument));
            if (!words.isEmpty()) {
                add(place, " -a " + quote(String.join(" ", words)) + " -d " + quote(argument.paramLabel()));
            }
        }
        page.options().forEach(option -> add(place, option(option)));
    }

    private String condition(CommandPage page) {
        String path = page.name().substring(tool.length());
        String place = page.subcommands().isEmpty() ? "_in" : "_at";
        return "__" + tool + place + path;
    }

    private void add(String condition, String what) {
        lines.add("complete -c " + tool + " -n '" + condition + "'" + what);
    }

    private static String option(OptionSpec option) {
        StringBuilder words = new StringBuilder();
        for (String name : option.names()) {
            words.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
        }
        if (CommandPage.takesValue(option)) {
            List<String> values = CommandPage.candidates(option);
            words.append(values.isEmpty() ? " -r -F" : " -x -a " + quote(String.join(" ", values)));
        }
        return words.append(" -d ").append(quote(CommandPage.text(option))).toString();
    }

    private static String quote(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", " ") + "'";
    }
}
