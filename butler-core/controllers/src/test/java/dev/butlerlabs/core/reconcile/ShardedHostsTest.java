package dev.butlerlabs.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.reconcile.shard.ShardElector;
import dev.butlerlabs.core.reconcile.shard.ShardOptions;
import dev.butlerlabs.core.testing.TestAwait;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two hosts with informers of their own that share four shards. */
@Tag("process")
class ShardedHostsTest extends GreetingWorld {
    private static final int SHARDS = 4;

    @TempDir
    private static Path folder;

    private List<String> teams;

    @Override
    TestApi startApi() {
        return new EmbeddedTestApi(folder);
    }

    private record Replica(GreetingReconciliation reconciliation, ReconcilerHost host, ShardElector elector)
            implements AutoCloseable {
        @Override
        public void close() {
            elector.close();
            host.close();
        }
    }

    /** No process crashes, so that the leases may be long enough for a busy machine. */
    private LeaderElection settings(String identity) {
        return new LeaderElection(
                namespace,
                "greetings",
                identity,
                Duration.ofSeconds(30),
                Duration.ofSeconds(20),
                Duration.ofMillis(400),
                SHARDS);
    }

    private Replica startReplica(String identity) {
        LeaderElection election = settings(identity);
        ShardElector elector =
                new ShardElector(client, new ShardOptions(election, Duration.ofSeconds(1)), InstantSource.system());
        GreetingReconciliation reconciliation = new GreetingReconciliation(client);
        ReconcilerHost host = ReconcilerHost.start(
                client,
                List.of(reconciliation),
                quick().withNamespaces(Set.of()).withNamespaceFilter(elector.filter()));
        elector.start();
        Replica process = new Replica(reconciliation, host, elector);
        opened.add(process);
        return process;
    }

    /** Creates a greeting of the name of its namespace in each of 12 namespaces, which belong to all shards. */
    private void createTeams() {
        client.resource(new LeaseClaim(settings("leader"))
                        .fresh(InstantSource.system().instant()))
                .create();
        teams = IntStream.range(0, 12).mapToObj(i -> namespace + "-" + i).toList();
        for (String team : teams) {
            client.resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName(team)
                            .endMetadata()
                            .build())
                    .create();
            client.resource(Greeting.of(team, team, Greeting.Spec.of("Hello"))).create();
        }
    }

    private void awaitText(String text) {
        TestAwait.upTo(LIMIT, "the text " + text + " everywhere")
                .until(
                        () -> teams.stream().map(this::text).toList(),
                        texts -> texts.stream().allMatch(text::equals));
    }

    private String text(String team) {
        ConfigMap written = client.configMaps().inNamespace(team).withName(team).get();
        return written == null ? "" : written.getData().get("text");
    }

    private Map<String, String> versions() {
        return Stream.concat(
                        client.resources(Greeting.class).inAnyNamespace().list().getItems().stream(),
                        client.configMaps().inAnyNamespace().list().getItems().stream())
                .collect(Collectors.toMap(
                        (HasMetadata object) -> object.getKind() + " "
                                + object.getMetadata().getNamespace() + " "
                                + object.getMetadata().getName(),
                        object -> object.getMetadata().getResourceVersion()));
    }

    @Test
    void shareTheNamespacesAndTakeOverThoseOfTheOther() {
        createTeams();
        Replica first = startReplica("first");
        TestAwait.upTo(LIMIT, "all shards in the first process")
                .until(() -> first.elector().held() == SHARDS);
        awaitText("Hello");
        TestAwait.upTo(LIMIT, "all ready").until(() -> teams.stream().allMatch(this::isReady));
        Map<String, String> settled = versions();

        Replica second = startReplica("second");
        TestAwait.upTo(LIMIT, "two shards in each process")
                .until(() -> first.elector().held() == 2 && second.elector().held() == 2);
        Set<String> ofSecond = included(second);
        TestAwait.upTo(LIMIT, "the objects of the moved shards reconciled")
                .until(() -> second.reconciliation().acts.containsAll(ofSecond));

        assertThat(versions()).isEqualTo(settled);
        assertThat(included(first)).doesNotContainAnyElementsOf(ofSecond);
        first.reconciliation().acts.clear();
        second.reconciliation().acts.clear();
        changeAll("Goodbye");
        awaitText("Goodbye");
        assertThat(first.reconciliation().acts).doesNotContainAnyElementsOf(ofSecond);
        assertThat(Set.copyOf(second.reconciliation().acts)).isEqualTo(ofSecond);

        first.close();
        changeAll("Again");
        awaitText("Again");
        TestAwait.upTo(LIMIT, "all shards in the second process")
                .until(() -> second.elector().held() == SHARDS);
    }

    private boolean isReady(String team) {
        Greeting greeting = client.resources(Greeting.class)
                .inNamespace(team)
                .withName(team)
                .get();
        return ConditionEditor.isTrue(greeting.conditions(), ConditionEditor.READY);
    }

    private Set<String> included(Replica process) {
        return teams.stream()
                .filter(process.elector().filter()::includes)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void changeAll(String text) {
        for (String team : teams) {
            client.resources(Greeting.class).inNamespace(team).withName(team).edit(greeting -> {
                greeting.setSpec(Greeting.Spec.of(text));
                return greeting;
            });
        }
    }
}
