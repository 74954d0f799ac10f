package dev.butlerlabs.ctl.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.Terminal;
import dev.butlerlabs.core.cli.ToolRunner;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.ctl.Butlerctl;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** List, get, describe and watch as users of kubectl expect them. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@Tag("slow")
class ViewTest {
    @TempDir
    private static Path folder;

    private static ClusterBench bench;

    @BeforeAll
    static void start() {
        bench = ClusterBench.start(folder);
    }

    @AfterAll
    static void stop() {
        bench.close();
    }

    @AfterEach
    void forget() {
        bench.forgetAll();
    }

    @Test
    void showsOneOrSeveralClustersAsATable() {
        create("demo", "other");
        assertThat(bench.run("get", "demo").out().lines())
                .hasSize(2)
                .first()
                .asString()
                .matches("NAME +PHASE +K8S VERSION +WORKERS +AGE");
        assertThat(bench.run("get", "demo", "other").out().lines())
                .extracting(line -> line.replaceFirst(" .*", ""))
                .containsExactly("NAME", "demo", "other");
        assertThat(bench.run("get").out()).contains("demo", "other");
    }

    @Test
    void showsWhatExistsAndReportsEveryOtherName() {
        create("demo");
        ToolRun run = bench.run("get", "nosuch", "demo", "neither");
        assertThat(run.exitCode()).isEqualTo(ErrorKind.NOT_FOUND.exitCode());
        assertThat(run.out()).contains("demo");
        assertThat(run.err())
                .contains("2 of 3 objects cannot be shown:")
                .contains("TenantCluster butler-tenants/nosuch not found.")
                .contains("TenantCluster butler-tenants/neither not found.");
    }

    @Test
    void printsOneObjectOrAListInMachineFormats() {
        create("demo", "other");
        assertThat(bench.run("get", "demo", "-o", "yaml").out()).contains("\nkind: TenantCluster\n");
        assertThat(bench.run("get", "demo", "other", "-o", "json").out()).contains("\"kind\": \"List\"");
    }

    @Test
    void describesWithConditionsAndEvents() {
        create("demo");
        bench.ready("demo", 2, "v1.34.1");
        ToolRun run = bench.run("describe", "demo");
        assertThat(run.out()).contains("Name:             demo").contains("Conditions:");
    }

    @Test
    void selectsByLabelsAndFields() {
        create("demo", "other");
        edit("demo", cluster -> cluster.getMetadata().setLabels(Map.of("env", "prod", "app", "x")));
        assertThat(bench.run("list", "-l", "env=prod", "-o", "name").out())
                .isEqualTo("tenantcluster.butler.butlerlabs.dev/demo\n");
        assertThat(bench.run("list", "--selector=env!=prod", "-o", "name").out())
                .isEqualTo("tenantcluster.butler.butlerlabs.dev/other\n");
        assertThat(bench.run("list", "--field-selector", "metadata.name=other", "-o", "name")
                        .out())
                .isEqualTo("tenantcluster.butler.butlerlabs.dev/other\n");
        assertThat(bench.run("list", "--show-labels").out().lines())
                .anyMatch(line -> line.endsWith("app=x,env=prod"))
                .anyMatch(line -> line.endsWith("<none>"));
        assertThat(bench.run("list", "-l", "env=none").err())
                .isEqualTo("No tenant clusters found in namespace \"butler-tenants\" for --selector env=none.\n");
        assertThat(bench.run("list", "-l", "env in prod").exitCode()).isNotZero();
        assertThat(bench.run("get", "demo", "-l", "env=prod").err())
                .contains("Names cannot be combined with --selector or --field-selector.");
    }

    /** A list in another order decodes whole objects. */
    @Test
    void tablesFromFieldsAreThoseOfWholeObjects() {
        create("demo", "leaving", "other", "paused");
        bench.ready("demo", 2, "v1.34.1");
        bench.status("other", status -> status.phase(Phase.HIBERNATED).workerNodesReady(1));
        bench.run("pause", "paused");
        edit("leaving", cluster -> cluster.getMetadata().setFinalizers(List.of("example.com/wait")));
        bench.client()
                .resources(TenantCluster.class)
                .inNamespace(Namespaces.TENANTS)
                .withName("leaving")
                .delete();

        for (String[] options : List.of(
                new String[] {"-o", "wide"}, new String[] {"-A"}, new String[] {"--no-headers", "-A", "-o", "wide"})) {
            List<String> fast = new ArrayList<>(List.of("list"));
            fast.addAll(List.of(options));
            List<String> whole = new ArrayList<>(fast);
            whole.addAll(List.of("--sort-by", ".metadata.name"));
            assertThat(withoutAges(bench.run(fast.toArray(String[]::new)).out()))
                    .isEqualTo(
                            withoutAges(bench.run(whole.toArray(String[]::new)).out()))
                    .contains("Deleting", "Hibernated", "(paused)", "Ready", " 2/");
        }
    }

    private static String withoutAges(String table) {
        return table.replaceAll(" +\\d+s +", " AGE ");
    }

    private static void edit(String name, Consumer<TenantCluster> change) {
        bench.client()
                .resources(TenantCluster.class)
                .inNamespace(Namespaces.TENANTS)
                .withName(name)
                .edit(cluster -> {
                    change.accept(cluster);
                    return cluster;
                });
    }

    @Test
    void putsTheNamespaceFirstIfAllAreListed() {
        create("demo");
        assertThat(bench.run("list", "-A").out()).startsWith("NAMESPACE       NAME");
        assertThat(bench.run("list", "-A", "--no-headers").out()).startsWith("butler-tenants  demo");
    }

    @Test
    void printsARowForEachChange() {
        create("demo", "other");
        Session session = new Session();
        session.then("other", () -> bench.run("scale", "demo", "--workers", "5"));
        session.then(
                "0/5",
                () -> bench.client()
                        .resources(TenantCluster.class)
                        .inNamespace(Namespaces.TENANTS)
                        .withName("other")
                        .delete());
        assertThat(session.run("cluster", "list", "--watch"))
                .extracting(line -> line.replaceFirst(" .*", ""))
                .startsWith("NAME", "demo", "other", "demo")
                .endsWith("other");
    }

    @Test
    void watchesOneClusterInJson() {
        create("demo", "other");
        Session session = new Session();
        session.then("}\n", () -> {
            bench.run("scale", "other", "--workers", "4");
            bench.run("scale", "demo", "--workers", "5");
        });
        String text = String.join("\n", session.run("cluster", "get", "demo", "-w", "-o", "json"));
        assertThat(text).contains("\"replicas\": 5").doesNotContain("\"other\"");
        assertThat(text.split("(?m)^\\}")).hasSize(2);
    }

    private static void create(String... names) {
        for (String name : names) {
            assertThat(bench.run("create", name, "--provider=x").exitCode()).isZero();
        }
    }

    /** Runs a command whose output triggers actions; after the last one, its next output finds the pipe closed. */
    private static final class Session extends OutputStream {
        private final ByteArrayOutputStream written = new ByteArrayOutputStream();
        private final Queue<Map.Entry<String, Runnable>> steps = new ArrayDeque<>();
        private int checked;
        private boolean isClosed;

        void then(String text, Runnable action) {
            steps.add(Map.entry(text, action));
        }

        List<String> run(String... words) {
            List<String> all = new ArrayList<>(List.of(words));
            all.addAll(List.of("--kubeconfig", bench.kubeconfig().toString()));
            Terminal terminal = Terminal.of(
                    new ByteArrayInputStream(new byte[0]), this, new ByteArrayOutputStream(), Map.of(), Set.of());
            ToolRunner.run(
                    all.toArray(String[]::new), CommandContext.of(terminal, Clock.systemUTC()), Butlerctl::commands);
            return written.toString(StandardCharsets.UTF_8).lines().toList();
        }

        @Override
        public void write(int octet) throws IOException {
            write(new byte[] {(byte) octet}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (isClosed) {
                throw new IOException("Broken pipe");
            }
            written.write(bytes, offset, length);
            isClosed = steps.isEmpty();
            if (isClosed) {
                throw new IOException("Broken pipe");
            }
            String fresh = written.toString(StandardCharsets.UTF_8).substring(checked);
            if (fresh.contains(steps.element().getKey())) {
                checked = written.toString(StandardCharsets.UTF_8).length();
                steps.remove().getValue().run();
            }
        }
    }
}
