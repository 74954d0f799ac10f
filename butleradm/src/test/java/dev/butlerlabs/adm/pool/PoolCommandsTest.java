package dev.butlerlabs.adm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.IPAllocationSpec;
import dev.butlerlabs.core.api.IPAllocationSpec.Purpose;
import dev.butlerlabs.core.api.IPAllocationStatus.Phase;
import dev.butlerlabs.core.api.IPAllocationStatusBuilder;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.NamespacedReference;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.KubeconfigFile;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands for pools and allocations against an embedded API without controllers. */
@Tag("slow")
class PoolCommandsTest {
    private static final Tool BUTLERADM = Tool.of("butleradm", Butleradm.class, Butleradm::commands);

    @TempDir
    private static Path folder;

    private static EmbeddedApiServer api;
    private static KubernetesClient client;

    @BeforeAll
    static void start() {
        api = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory());
        Kubeconfig kubeconfig = Kubeconfig.parse(api.kubeconfig(), "embedded");
        new KubeconfigFile(folder.resolve("kubeconfig")).write(kubeconfig);
        client = new KubeConnector("butler-test").connect(kubeconfig);
        new CustomResourceDefinitions(client).ensure(CustomResourceDefinitionFiles.all(), Duration.ofSeconds(30));
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(Namespaces.SYSTEM)
                        .endMetadata()
                        .build())
                .create();
    }

    @AfterAll
    static void stop() {
        client.close();
        api.close();
    }

    @AfterEach
    void forgetAll() {
        client.resources(IPAllocation.class).inNamespace(Namespaces.SYSTEM).delete();
        client.resources(NetworkPool.class).inNamespace(Namespaces.SYSTEM).delete();
    }

    @Test
    void addsListsAndShowsPools() {
        ToolRun made = create();

        assertThat(made.exitCode()).as(made.err()).isZero();
        assertThat(made.err()).contains("butleradm pool plan lab");
        assertThat(run("pool", "list").out()).contains("NAME", "CIDR", "lab", "10.40.0.0/24");
        assertThat(run("pool", "get", "lab", "-o", "yaml").out())
                .contains("description: management", "start: \"10.40.0.16\"", "nodesPerTenant: 3");
        assertThat(run("pool", "get", "nobody").exitCode()).isEqualTo(ErrorKind.NOT_FOUND.exitCode());
    }

    @Test
    void describesAPoolWithItsEventsUnderEveryName() {
        create();
        event(
                "Exhausted",
                client.resources(NetworkPool.class)
                        .inNamespace(Namespaces.SYSTEM)
                        .withName("lab")
                        .get()
                        .getMetadata()
                        .getUid());
        event("OfAnOlderPool", "another-uid");

        assertThat(run("pool", "describe", "lab").out())
                .contains("Name:             lab", "Spec:", "  cidr: ", "Events:", "Exhausted")
                .doesNotContain("OfAnOlderPool");
        assertThat(run("np", "get", "lab").out().lines()).hasSize(2);
        assertThat(run("-n", Namespaces.SYSTEM, "pools", "ls", "--no-headers").out())
                .startsWith("lab ");
        assertThat(run("ipa", "list").err()).isEqualTo("No IPAllocations found in namespace \"butler-system\".\n");
    }

    private static void event(String reason, String uid) {
        client.resource(new EventBuilder()
                        .withNewMetadata()
                        .withGenerateName("lab-")
                        .withNamespace(Namespaces.SYSTEM)
                        .endMetadata()
                        .withNewInvolvedObject()
                        .withKind("NetworkPool")
                        .withName("lab")
                        .withNamespace(Namespaces.SYSTEM)
                        .withUid(uid)
                        .endInvolvedObject()
                        .withType("Warning")
                        .withReason(reason)
                        .withMessage("no free range")
                        .withLastTimestamp("2026-01-01T00:00:00Z")
                        .build())
                .create();
    }

    @Test
    void tellsEverythingThatIsWrongWithAPool() {
        ToolRun refused = run(
                "pool",
                "create",
                "lab",
                "--cidr",
                "10.40.0.0/24",
                "--reserve",
                "10.41.0.0/28",
                "--range",
                "10.40.0.9-10.40.0.2");

        assertThat(refused.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
        assertThat(refused.err())
                .contains(
                        "--reserve: 10.41.0.0/28 is outside of the pool",
                        "--range: invalid value \"10.40.0.9-10.40.0.2\": the last address 10.40.0.2 is lower than the"
                                + " first address 10.40.0.9 (use FIRST-LAST, with the lower address first)");
    }

    @Test
    void drawsAPool() {
        create();
        allocated("web", "10.40.0.16", "10.40.0.31");

        ToolRun text = run("pool", "usage", "lab");
        assertThat(text.exitCode()).as(text.err()).isZero();
        assertThat(text.out())
                .contains("6 % of 239 addresses used, 1 allocations", "223 free, largest free range 223")
                .contains("10.40.0.0       ----------------################................................")
                .contains("     223  10.40.0.32-10.40.0.254");
        assertThat(run("pool", "usage", "lab", "--svg").out())
                .startsWith("<svg")
                .contains("#c0504d")
                .endsWith("</svg>\n");
    }

    @Test
    void saysWhetherTenantsFit() {
        create();

        ToolRun fits = run("pool", "plan", "lab", "--tenants", "10");
        assertThat(fits.exitCode()).as(fits.err()).isZero();
        assertThat(fits.out()).contains("10 of 10 tenants fit into lab: 70 addresses requested, 239 free.");
        ToolRun tooMuch = run("pool", "plan", "lab", "--tenant", "20x5+8");
        assertThat(tooMuch.exitCode()).isEqualTo(ErrorKind.PROVIDER.exitCode());
        assertThat(tooMuch.out()).contains("18 of 20 tenants fit");
        assertThat(tooMuch.err()).contains("21 addresses too small");
        assertThat(run("pool", "plan", "lab", "--tenant", "many").exitCode()).isEqualTo(ErrorKind.USAGE.exitCode());
    }

    @Test
    void removesAPoolOnlyWhenNobodyUsesIt() {
        create();
        allocated("web", "10.40.0.16", "10.40.0.31");

        ToolRun inUse = run("pool", "delete", "lab", "--yes");
        assertThat(inUse.exitCode()).isEqualTo(ErrorKind.CONFLICT.exitCode());
        assertThat(inUse.err()).contains("web");
        assertThat(run("allocation", "list", "--pool", "lab").out()).contains("web", "allocated", "10.40.0.16/28");
        assertThat(run("allocation", "list", "--pool", "other").out()).isEmpty();
        assertThat(run("allocation", "release", "web", "--yes").exitCode()).isZero();

        ToolRun gone = run("pool", "delete", "lab", "--yes");
        assertThat(gone.exitCode()).as(gone.err()).isZero();
        assertThat(run("pool", "get", "lab").exitCode()).isEqualTo(ErrorKind.NOT_FOUND.exitCode());
    }

    private static ToolRun create() {
        return run(
                "pool",
                "create",
                "lab",
                "--cidr",
                "10.40.0.0/24",
                "--reserve",
                "10.40.0.0/28=management",
                "--range",
                "10.40.0.16-10.40.0.254",
                "--nodes-per-tenant",
                "3",
                "--load-balancers-per-tenant",
                "4");
    }

    private static void allocated(String name, String first, String last) {
        IPAllocation allocation = new IPAllocation();
        allocation.setMetadata(new ObjectMetaBuilder()
                .withNamespace(Namespaces.SYSTEM)
                .withName(name)
                .build());
        allocation.setSpec(new IPAllocationSpec(
                new LocalReference("lab"), new NamespacedReference("web", "team-a"), Purpose.LOADBALANCER, 16, null));
        IPAllocation made = client.resource(allocation).create();
        made.setStatus(IPAllocationStatusBuilder.builder()
                .phase(Phase.ALLOCATED)
                .startAddress(first)
                .endAddress(last)
                .cidr(first + "/28")
                .build());
        client.resource(made).updateStatus();
    }

    private static ToolRun run(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--kubeconfig", folder.resolve("kubeconfig").toString()));
        return BUTLERADM.run(all.toArray(String[]::new));
    }
}
