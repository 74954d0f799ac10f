package dev.butlerlabs.adm.init;

import dev.butlerlabs.adm.bootstrap.RehearseCommand;
import dev.butlerlabs.core.bootstrap.plan.BootstrapPlan;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConsentOptions;
import dev.butlerlabs.core.cli.InputPrompt;
import dev.butlerlabs.core.config.ConfigEnvironment;
import dev.butlerlabs.core.config.ConfigText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.kube.AtomicFile;
import dev.butlerlabs.core.kube.UserDirectories;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.provider.discovery.SettingChoice;
import dev.butlerlabs.core.provider.discovery.SettingQuestion;
import dev.butlerlabs.core.provider.discovery.SettingQuestion.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a bootstrap file. */
@Command(
        name = "init",
        description = {
            "Write a bootstrap file: prompt for the settings, check the credentials, and list what the infrastructure offers.",
            "Without a terminal, or with --yes, proposals are accepted without asking; missing values are reported all at once.",
            "Nothing is written before all settings are valid, and nothing is created on the infrastructure."
        },
        footer = {
            "  butleradm init",
            "  butleradm init nutanix new.yaml --rehearse",
            "  butleradm init local --yes --set cluster.name=demo"
        })
public final class InitCommand implements Callable<Integer> {
    private static final String DEFAULT_FILE = "bootstrap.yaml";

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ConsentOptions consent = new ConsentOptions();

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "PROVIDER",
            description = "Infrastructure provider, such as nutanix.",
            completionCandidates = ProviderNameCandidates.class)
    private String first;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "FILE",
            description = "File to write (default: bootstrap.yaml). With --provider, the only argument.")
    private String second;

    @Option(
            names = "--provider",
            paramLabel = "PROVIDER",
            description = "Provider type, such as harvester, nutanix, aws or gcp.")
    private String provider;

    @Option(
            names = "--set",
            paramLabel = "SETTING",
            description =
                    "Setting as PATH=VALUE, such as cluster.name=demo; without a dot, a key of the provider section; subnet is the network of the machines. Repeatable. Secrets must be references to a variable or to a file (file:PATH).")
    private List<String> settings = List.of();

    @Option(names = "--rehearse", description = "Rehearse the bootstrap with the new file.")
    private boolean rehearse;

    public InitCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        boolean asks = !consent.isGiven() && consent.permitsInput() && new InputPrompt(session).isPossible();
        AnswerSource source = asks ? new TerminalAnswers(session) : new ProposedAnswers(this::report);
        ProviderRegistry providers = ProviderRegistry.load();
        InfrastructureProvider chosen = provider(providers, source);
        Path file = file();
        requireConsent(file);
        String text = text(chosen, file, source, providers);
        AtomicFile.write(file, text);
        report("Wrote %s, readable only by you.".formatted(file));
        if (rehearse) {
            RehearseCommand command = new RehearseCommand(session);
            new CommandLine(command).parseArgs("-c", file.toString());
            return command.call();
        }
        report("Next: butleradm preflight -c %1$s, then butleradm bootstrap %2$s -c %1$s"
                .formatted(file, chosen.profile().name()));
        return 0;
    }

    private InfrastructureProvider provider(ProviderRegistry providers, AnswerSource source) {
        Optional<String> name = Optional.ofNullable(provider).or(() -> Optional.ofNullable(first));
        if (provider != null && second != null) {
            throw new ButlerException(ErrorCode.USAGE, "With --provider, only FILE can follow.", "Omit the provider.");
        }
        if (name.isPresent()) {
            return providers.require(name.get());
        }
        SettingQuestion question = SettingQuestion.required("provider", Kind.ONE_OF, "Infrastructure provider");
        List<SettingChoice> all = providers.all().stream()
                .map(InfrastructureProvider::profile)
                .map(profile -> SettingChoice.of(profile.name(), "%s, %s".formatted(profile.name(), profile.title())))
                .toList();
        return source.choose(question, "provider", all).stream()
                .findFirst()
                .map(choice -> providers.require(choice.value().toString()))
                .orElseThrow(() -> ButlerException.invalid("No provider is specified.", source.missing()));
    }

    private Path file() {
        return Path.of(Optional.ofNullable(provider == null ? second : first).orElse(DEFAULT_FILE));
    }

    private void requireConsent(Path file) {
        if (Files.exists(file)) {
            consent.prompts(session).confirm("%s exists. Overwrite it?".formatted(file));
        }
    }

    /** Returns a valid file. */
    private String text(InfrastructureProvider chosen, Path file, AnswerSource source, ProviderRegistry providers) {
        List<InputProblem> problems = new ArrayList<>();
        GivenValues given = GivenValues.parse(settings, chosen.profile().name(), problems);
        ConfigEnvironment surroundings = new ConfigEnvironment(
                session.terminal()::environment,
                UserDirectories.of(session.terminal()::environment).home(),
                Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(file));
        SectionInterview section = new SectionInterview(chosen, surroundings, given, source, problems);
        given.reportVisibleSecrets(chosen.profile().name(), section.questions(), problems);
        BootstrapDraft draft = new BootstrapDraft(chosen);
        SectionInterview.Result result = section.conduct();
        new ClusterInterview(chosen.profile(), given, source, problems).conduct(draft, result.network());
        draft.addDefaults();
        draft.addSection(result.section());
        applyOthers(given, draft);
        problems.addAll(source.missing());
        if (!problems.isEmpty()) {
            throw ButlerException.invalid(
                    "%s was not written: values are missing or not valid.".formatted(file), problems);
        }
        String text = draft.text(file.getFileName().toString());
        BootstrapPlan plan = BootstrapPlan.read(
                new ConfigText(file.toString(), text),
                surroundings,
                providers,
                Optional.of(chosen.profile().name()));
        plan.warnings().forEach(warning -> report("warning: " + warning));
        return text;
    }

    /** Values of any other path replace those of the draft. */
    private static void applyOthers(GivenValues given, BootstrapDraft draft) {
        given.byPath().entrySet().stream()
                .filter(entry -> Stream.of("providerConfig.", "subnet").noneMatch(entry.getKey()::startsWith))
                .forEach(entry -> draft.put(entry.getKey(), GivenValues.value(entry.getValue())));
    }

    private void report(String line) {
        if (!common.isQuiet()) {
            session.messages().print(line);
        }
    }
}
