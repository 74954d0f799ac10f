package dev.butlerlabs.core.cli.identity;

import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.kube.AtomicFile;
import dev.butlerlabs.core.kube.KubeconfigContext;
import dev.butlerlabs.core.kube.KubeconfigSearch;
import dev.butlerlabs.core.kube.UserDirectories;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Selects the team and the namespace of a command. The first of these decides: {@code --namespace}, {@code --team}, {@code BUTLER_NAMESPACE},
 * {@code BUTLER_TEAM}, the team chosen with {@code butlerctl team use} for the server, the namespace of the kubeconfig context unless it is
 * {@code default}, and {@code butler-tenants}. The namespace of a team has its name.
 */
public final class TeamSelection {
    private static final String FILE = "current-team";

    private final Function<String, Optional<String>> environment;
    private final Path file;

    TeamSelection(Function<String, Optional<String>> environment, Path file) {
        this.environment = environment;
        this.file = file;
    }

    public static TeamSelection of(CommandContext session) {
        Function<String, Optional<String>> environment = session.terminal()::environment;
        return new TeamSelection(
                environment, UserDirectories.of(environment).butler().resolve(FILE));
    }

    public String namespace(ConnectionOptions connection) {
        return connection
                .namespace()
                .or(connection::team)
                .or(() -> variable("BUTLER_NAMESPACE"))
                .or(() -> variable("BUTLER_TEAM"))
                .or(() -> ofContext(connection))
                .orElse(Namespaces.TENANTS);
    }

    /** Returns the selected team, regardless of a namespace; empty if none is. */
    public Optional<String> team(ConnectionOptions connection) {
        return connection
                .team()
                .or(() -> variable("BUTLER_TEAM"))
                .or(() -> context(connection).flatMap(context -> chosen(context.server())));
    }

    private Optional<String> ofContext(ConnectionOptions connection) {
        return context(connection)
                .flatMap(context -> chosen(context.server()).or(context::namespace))
                .filter(name -> !name.equals("default"));
    }

    /** Returns the context; empty if there is none. The connection reports why. */
    private Optional<KubeconfigContext> context(ConnectionOptions connection) {
        return KubeconfigContext.find(connection.kubeconfig(), connection.context(), KubeconfigSearch.in(environment));
    }

    private Optional<String> variable(String name) {
        return environment.apply(name).filter(Predicate.not(String::isBlank));
    }

    /** Returns the team chosen for a server. */
    public Optional<String> chosen(String server) {
        return lines().stream()
                .filter(words -> words.getFirst().equals(server))
                .map(List::getLast)
                .findFirst();
    }

    /** Chooses a team for a server; empty forgets the choice. */
    public void choose(String server, Optional<String> team) {
        String text = Stream.concat(
                        lines().stream().filter(words -> !words.getFirst().equals(server)),
                        team.map(name -> List.of(server, name)).stream())
                .map(words -> String.join(" ", words) + "\n")
                .collect(Collectors.joining());
        AtomicFile.write(file, text);
    }

    private List<List<String>> lines() {
        return AtomicFile.read(file)
                .orElse("")
                .lines()
                .map(line -> Arrays.asList(line.strip().split(" ", -1)))
                .filter(words -> words.size() == 2)
                .toList();
    }
}
