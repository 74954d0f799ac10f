package dev.butlerlabs.ctl;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The commands about tenant clusters, with words that make each complete: they are about a cluster called demo.
 *
 * @param document a file with that cluster
 */
record CommandWords(Path document) {
    /** They need a key and a backup before they connect; TenantBackupTest runs them. */
    private static final Set<String> BACKUPS = Set.of("backup", "restore");

    private static final List<String> GROUPS = List.of("cluster", "access", "addon", "team");
    private static final Map<String, List<String>> NEEDED = Map.of(
            "--workers", List.of("--workers", "2"),
            "--version", List.of("--version", "v1.31.4"),
            "--role", List.of("--role", "view"),
            "--repository", List.of("--repository", "https://git.example/d"),
            "--cluster", List.of("--cluster", "demo"));

    static Stream<CommandSpec> commands() {
        CommandLine tool = BothTools.model(BothTools.BUTLERCTL);
        return GROUPS.stream()
                .flatMap(group -> leaves(tool.getSubcommands().get(group)))
                .map(CommandLine::getCommandSpec)
                .filter(command -> !BACKUPS.contains(command.name()))
                .distinct();
    }

    private static Stream<CommandLine> leaves(CommandLine command) {
        return command.getSubcommands().isEmpty()
                ? Stream.of(command)
                : command.getSubcommands().values().stream().flatMap(CommandWords::leaves);
    }

    /**
     * The words of a command but for the tool's name.
     *
     * @param named whether a name that may be left out is there
     * @param wanted which of the options that are needed
     */
    List<String> of(CommandSpec command, boolean named, Predicate<OptionSpec> wanted) {
        List<String> words =
                new ArrayList<>(Arrays.asList(command.qualifiedName().split(" ")));
        words.removeFirst();
        command.positionalParameters().stream()
                .filter(argument ->
                        argument.required() || (named && argument.paramLabel().equals("NAME")))
                .forEach(argument -> words.add("demo"));
        command.options().stream()
                .filter(option -> option.required() && wanted.test(option))
                .forEach(option -> words.addAll(needed(option)));
        if (command.qualifiedName().endsWith("gitops export")) {
            words.addAll(List.of("--output", document.resolveSibling("exported").toString()));
        }
        return words;
    }

    private List<String> needed(OptionSpec option) {
        return option.longestName().equals("--filename")
                ? List.of("--filename", document.toString())
                : NEEDED.get(option.longestName());
    }
}
