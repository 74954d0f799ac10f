package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.config.ConfigDocument;
import dev.butlerlabs.core.config.ConfigEnvironment;
import dev.butlerlabs.core.config.ConfigText;
import dev.butlerlabs.core.config.ProblemCollector;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads the configuration file of a management cluster. Immutable and thread-safe. */
public final class ConfigReader {
    private final ConfigEnvironment surroundings;
    private final List<ConfigRule> rules;

    /** @param rules additional rules, such as those of the provider */
    public ConfigReader(ConfigEnvironment surroundings, List<ConfigRule> rules) {
        this.surroundings = surroundings;
        this.rules = List.copyOf(rules);
    }

    /** Reads a file with the environment of this process. */
    public static ConfigReadResult read(Path file, List<ConfigRule> rules) {
        Path folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(file);
        return new ConfigReader(ConfigEnvironment.ofThisProcess(folder), rules).read(ConfigText.of(file));
    }

    public ConfigReadResult read(ConfigText text) {
        ConfigDocument document = ConfigDocument.of(text, surroundings);
        ProblemCollector problems = document.problems();
        if (!document.isReadable()) {
            return new ConfigReadResult(text.source(), Optional.empty(), problems.problems(), problems.warnings());
        }
        ConfigDraft draft = new ConfigDraft(document.root().read(BootstrapFileKeys.ALL));
        ConfigRules.ALWAYS.forEach(rule -> rule.check(draft));
        rules.forEach(rule -> rule.check(draft));
        Optional<BootstrapConfig> plan =
                problems.isEmpty() ? Optional.of(new BootstrapPlanner(draft).plan()) : Optional.empty();
        return new ConfigReadResult(text.source(), plan, problems.problems(), problems.warnings());
    }
}
