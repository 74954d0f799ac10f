package dev.butlerlabs.adm.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamSpecBuilder;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.Workers;
import dev.butlerlabs.core.api.TenantClusterSpecBuilder;
import dev.butlerlabs.core.audit.AuditReader;
import dev.butlerlabs.core.audit.AuditRecord;
import dev.butlerlabs.core.audit.AuditRecord.Author;
import dev.butlerlabs.core.audit.AuditRecord.Subject;
import dev.butlerlabs.core.audit.AuditVerb;
import dev.butlerlabs.core.audit.AuditWriter;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.KubeconfigFile;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfigurationBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class AuditCommandTest {
    private static final Tool BUTLERADM = Tool.of("butleradm", Butleradm.class, Butleradm::commands);

    @TempDir
    private Path folder;

    private EmbeddedApiServer api;
    private KubernetesClient client;

    @BeforeEach
    void start() {
        api = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                .withDefinitions(new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())));
        Kubeconfig kubeconfig = Kubeconfig.parse(api.kubeconfig(), "embedded");
        new KubeconfigFile(folder.resolve("kubeconfig")).write(kubeconfig);
        client = new KubeConnector("some-tool").connect(kubeconfig);
        for (String name : List.of("payments", "billing")) {
            client.resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName(name)
                            .endMetadata()
                            .build())
                    .create();
            Team team = new Team();
            team.setMetadata(new ObjectMetaBuilder().withName(name).build());
            team.setSpec(TeamSpecBuilder.builder().build());
            client.resource(team).create();
        }
    }

    @AfterEach
    void stop() {
        client.close();
        api.close();
    }

    private void record(AuditVerb verb, Subject subject, Duration ago, String... changes) {
        Instant time = Instant.now().minus(ago);
        new AuditWriter(client)
                .write(new AuditRecord(time, new Author.User("ada"), verb, subject, List.of(changes)), time.toString());
    }

    private static Subject cluster(String namespace, String name) {
        return new Subject("butler.butlerlabs.dev/v1alpha1", "TenantCluster", Optional.of(namespace), name, "u");
    }

    @Test
    void listsWhoChangedWhat() {
        record(AuditVerb.DELETED, cluster("payments", "old"), Duration.ofHours(2));
        record(
                AuditVerb.CHANGED,
                cluster("payments", "web"),
                Duration.ofMinutes(30),
                "spec.workers.replicas",
                "spec.kubernetesVersion");
        record(
                AuditVerb.GRANTED,
                cluster("billing", "api"),
                Duration.ofMinutes(20),
                "role view for user bob until 2026-01-01T00:00:00Z");

        ToolRun all = run("audit", "--since=3h");

        assertThat(all.exitCode()).as(all.err()).isZero();
        assertThat(all.out().lines().filter(line -> line.contains(" ada ")))
                .satisfiesExactly(
                        line -> assertThat(line).matches("\\S+Z +ada +deleted +TenantCluster +payments/old +-"),
                        line -> assertThat(line)
                                .matches(
                                        "\\S+Z +ada +changed +TenantCluster +payments/web +spec.workers.replicas, spec.kubernetesVersion"),
                        line -> assertThat(line).contains("granted", "billing/api", "role view for user bob"));
        assertThat(run("audit", "--since=1h").out()).doesNotContain("payments/old");
        assertThat(run("audit", "--team=payments").out())
                .contains("payments/web", "payments/old")
                .doesNotContain("billing");
        assertThat(run("audit", "-n", "billing").out()).contains("billing/api").doesNotContain("payments");
        assertThat(run("audit", "--since=1h", "-o", "json").out())
                .contains("\"user\": \"ada\"", "\"verb\": \"changed\"", "\"spec.workers.replicas\"");
    }

    @Test
    void listsChangesWithoutRecordByTheirClient() {
        TenantCluster web = new TenantCluster();
        web.setMetadata(new ObjectMetaBuilder()
                .withNamespace("payments")
                .withName("web")
                .build());
        web.setSpec(TenantClusterSpecBuilder.builder()
                .kubernetesVersion("v1.31.4")
                .workers(new Workers(1, null))
                .build());
        TenantCluster created = client.resource(web).create();
        try (KubernetesClient controllers =
                new KubeConnector("butler-controllers/7").connect(Kubeconfig.parse(api.kubeconfig(), "test"))) {
            controllers
                    .resource(created)
                    .patch(
                            PatchContext.of(PatchType.JSON_MERGE),
                            "{\"metadata\":{\"finalizers\":[\"example.org/a\"]}}");
        }

        ToolRun unrecorded = run("audit", "--team=payments");

        assertThat(unrecorded.out().lines().filter(line -> line.contains("TenantCluster")))
                .singleElement()
                .asString()
                .matches("\\S+Z +unknown \\(\\S+\\) +created +TenantCluster +payments/web +-");
        assertThat(unrecorded.err()).contains("Users are not recorded: the admission webhook is not installed.");

        Instant creation = Instant.parse(created.getMetadata().getCreationTimestamp());
        record(AuditVerb.CREATED, Subject.of(created), Duration.between(creation, Instant.now()));
        assertThat(run("audit", "--team=payments").out().lines().filter(line -> line.contains("TenantCluster")))
                .singleElement()
                .asString()
                .contains(" ada ");
    }

    @Test
    void reportsThatEventsAreKeptForALimitedTime() {
        client.resource(new ValidatingWebhookConfigurationBuilder()
                        .withNewMetadata()
                        .withName("butler-webhook")
                        .endMetadata()
                        .addNewWebhook()
                        .withName(AuditReader.WEBHOOK)
                        .withAdmissionReviewVersions("v1")
                        .withSideEffects("None")
                        .withNewClientConfig()
                        .withUrl("https://localhost:1/audit")
                        .endClientConfig()
                        .endWebhook()
                        .build())
                .create();

        assertThat(run("audit").err()).contains("--event-ttl");
        assertThat(run("audit", "--since=30m").err()).doesNotContain("--event-ttl");
    }

    @Test
    void rejectsUnknownTeamsAndDurations() {
        assertThat(run("audit", "--team=nobody").exitCode()).isEqualTo(ErrorKind.NOT_FOUND.exitCode());
        assertThat(run("audit", "--since=yesterday").exitCode()).isEqualTo(ErrorKind.USAGE.exitCode());
    }

    private ToolRun run(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--kubeconfig", folder.resolve("kubeconfig").toString()));
        return BUTLERADM.run(all.toArray(String[]::new));
    }
}
