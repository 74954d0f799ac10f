package dev.butlerlabs.core.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Which commands are made for which words. */
class CommandRegistryTest {
    private final List<String> made = new ArrayList<>();
    private final CommandRegistry tool = new CommandRegistry(Root::new)
            .with("first", () -> made("first", new First()))
            .with(
                    "group",
                    new CommandRegistry(() -> made("group", new Group()))
                            .with("second", () -> made("second", new Second()))
                            .with("third", () -> made("third", new Third())))
            .with("completion", () -> made("completion", new Completion()));

    private Object made(String name, Object command) {
        made.add(name);
        return command;
    }

    @Command(name = "tool")
    private static final class Root {}

    @Command(name = "first", description = "Comes first.")
    private static final class First {
        @SuppressWarnings("unused") // read by picocli
        @Option(names = "--option")
        private boolean option;
    }

    @Command(name = "group")
    private static final class Group {}

    @Command(name = "second")
    private static final class Second {}

    @Command(name = "third")
    private static final class Third {}

    @Command(name = "completion")
    private static final class Completion {}

    @Test
    void makesOnlyTheCommandThatIsNamedFirst() {
        assertThat(tool.forWords("first", "--help").getSubcommands()).containsOnlyKeys("first");
        assertThat(made).containsExactly("first");
    }

    @Test
    void makesOnlyTheCommandOfAGroupThatIsNamedSecond() {
        assertThat(tool.forWords("group", "third", "second").getSubcommands()).containsOnlyKeys("group");
        assertThat(made).containsExactly("group", "third");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--help", "thrid"})
    void makesAllOfAGroupForOtherWords(String word) {
        tool.forWords("group", word);
        assertThat(made).containsExactly("group", "second", "third");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "frist", ""})
    void makesThoseRightBelowToListThem(String word) {
        assertThat(tool.forWords(word).getSubcommands()).containsOnlyKeys("first", "group", "completion");
        assertThat(made).containsExactly("first", "group", "completion");
    }

    @Test
    void listsThoseRightBelowWithoutTheirOptions() {
        CommandSpec listed =
                tool.forWords("--help").getSubcommands().get("first").getCommandSpec();
        assertThat(listed.options()).isEmpty();
        assertThat(listed.usageMessage().description()).containsExactly("Comes first.");
    }

    @Test
    void makesThoseRightBelowWhereThereAreNoWords() {
        assertThat(tool.forWords().getSubcommands()).containsOnlyKeys("first", "group", "completion");
        assertThat(made).doesNotContain("second");
    }

    @ParameterizedTest
    @ValueSource(strings = {"completion"})
    void makesAllForWordsThatMayConcernAnyOfThem(String word) {
        tool.forWords(word, "group", "second");
        assertThat(made).containsExactlyInAnyOrder("first", "group", "second", "third", "completion");
    }

    @Test
    void noticesANameThatIsNotTheCommandsOwn() {
        CommandRegistry wrong = new CommandRegistry(Root::new).with("second", First::new);
        assertThatIllegalStateException().isThrownBy(wrong::all);
    }
}
