package dev.butlerlabs.core.addon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.addon.HelmProgram.Result;
import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.helm.ChartRequest;
import dev.butlerlabs.core.helm.HelmReleaseRepository;
import dev.butlerlabs.core.helm.ReleaseName;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.pem.CertificateGenerator;
import dev.butlerlabs.core.pem.CertificateGenerator.Issuer;
import dev.butlerlabs.core.pem.CertificateGenerator.Validity;
import dev.butlerlabs.core.pem.PemBlock;
import dev.butlerlabs.core.testing.GoldenFile;
import dev.butlerlabs.core.testing.ProjectRoot;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatusBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The chart of the controllers with the real helm, and its releases on a real API server. */
@Tag("process")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RealHelmChartTest {
    private static final String CASES = "butler-core/controllers/src/test/resources/controllers-chart";
    private static final ReleaseName RELEASE = new ReleaseName(Namespaces.SYSTEM, "butler-controller");
    private static final Map<String, Object> WITHOUT_CRDS = Map.of("crds", Map.of("install", false));

    @TempDir
    private static Path folder;

    private static RealHelm helm;
    private static Path archive;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        helm = RealHelm.start(folder);
        archive = Files.write(
                folder.resolve(ShippedChart.controllers().fileName()),
                ShippedChart.controllers().archive());
    }

    @AfterAll
    static void stop() {
        if (helm != null) {
            helm.close();
        }
    }

    @Test
    void passesLint() throws Exception {
        Result result = helm.type(
                "lint", "--strict", "--namespace", Namespaces.SYSTEM, "--kube-version", "1.32.0", archive.toString());
        assertThat(result.exitCode()).as(result.text()).isZero();
    }

    /** Other tests use the rendered files, which need no helm. */
    @ParameterizedTest
    @ValueSource(strings = {"default", "every-option", "nothing-optional"})
    void rendersAsCheckedIn(String name) throws Exception {
        Path values = ProjectRoot.find().resolve(CASES).resolve(name).resolve("values.yaml");
        Result result = template("--values", values.toString());
        assertThat(result.exitCode()).as(result.text()).isZero();
        GoldenFile.check(
                CASES + "/" + name + "/rendered.yaml", result.text().replaceAll("(butler-[0-9.]+)_[0-9a-f]{10}", "$1"));
    }

    @Test
    void rendersTheCrdsAndKeepsThemWhenUninstalled() throws Exception {
        String rendered = template().text();
        assertThat(Arrays.stream(rendered.split("(?m)^---$", -1))
                        .filter(text -> text.contains("kind: CustomResourceDefinition\n")))
                .hasSameSizeAs(CustomResourceDefinitionFiles.texts())
                .allMatch(text -> text.contains("helm.sh/resource-policy: keep"));
    }

    @ParameterizedTest
    @CsvSource({
        "replicas=0, replicas",
        "replicas=two, replicas",
        "replica=2, replica",
        "image.tag=a b, image.tag",
        "image.digest=sha256:12, image.digest",
        "image.repository=Registry/UPPER, image.repository",
        "image.name=x, name",
        "crds.enabled=true, enabled",
        "networkPolicy.from=all, networkPolicy.from",
        "webhook.enabled=maybe, webhook.enabled",
        "webhook.failurePolicy=Ignore, failurePolicy",
        "backups.enabled=yes, backups.enabled",
        "backups.claim=x, claim",
        "serviceMonitor.interval=soon, serviceMonitor.interval",
        "tolerations[0].effect=Never, tolerations.0.effect"
    })
    void theSchemaRejects(String setting, String path) throws Exception {
        Result result = template("--set", setting);
        assertThat(result.exitCode()).isNotZero();
        assertThat(result.text()).contains("values don't meet the specifications of the schema", path);
    }

    @Test
    void rejectsAnotherNamespace() throws Exception {
        Result result = helm.type(
                "template", "butler", archive.toString(), "--kube-version", "1.32.0", "--namespace", "elsewhere");
        assertThat(result.exitCode()).isNotZero();
        assertThat(result.text()).contains("namespace butler-system only, not in elsewhere");
    }

    private static Result template(String... options) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(
                "template",
                RELEASE.name(),
                archive.toString(),
                "--kube-version",
                "1.32.0",
                "--namespace",
                RELEASE.namespace()));
        words.addAll(List.of(options));
        return helm.type(words.toArray(String[]::new));
    }

    /** Without the bootstrap, the release contains the CRDs; an upgrade changes them and an uninstallation keeps them. */
    @Test
    @Order(1)
    void aReleaseWithCrdsUpgradesAndKeepsThem() throws Exception {
        Path older = older();
        assertSuccess(helm.type("install", "butler", older.toString(), "--namespace", Namespaces.SYSTEM));
        assertThat(columns()).isEmpty();
        assertThat(definitions()).hasSameSizeAs(CustomResourceDefinitionFiles.texts());
        String bundle = bundle();
        webhookConfiguration().patch(PatchContext.of(PatchType.JSON), """
                [{"op": "add", "path": "/webhooks/0/clientConfig/caBundle", "value": "%s"}]
                """.formatted(bundle));
        assertSuccess(helm.type("upgrade", "butler", archive.toString(), "--namespace", Namespaces.SYSTEM));
        assertThat(webhookConfiguration().get().toString())
                .as("the controllers own the field")
                .contains("caBundle=" + bundle);
        assertThat(columns()).isNotEmpty();
        assertSuccess(helm.type("uninstall", "butler", "--namespace", Namespaces.SYSTEM));
        assertThat(definitions()).hasSameSizeAs(CustomResourceDefinitionFiles.texts());
        assertThat(deployment()).isNull();
        assertThat(webhookConfiguration().get())
                .as("a webhook without a server would block tenant clusters")
                .isNull();
    }

    /** Returns a certificate as the field {@code caBundle} contains it. */
    private static String bundle() throws GeneralSecurityException {
        CertificateGenerator generator = new CertificateGenerator(new SecureRandom());
        X509Certificate authority = generator.authority(
                new Issuer("test", generator.newKey()), new Validity(Instant.EPOCH, Instant.EPOCH.plusSeconds(1)));
        String pem = new PemBlock(PemBlock.CERTIFICATE, authority.getEncoded()).text();
        return Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII));
    }

    private static Resource<GenericKubernetesResource> webhookConfiguration() {
        return helm.client()
                .genericKubernetesResources("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration")
                .withName("butler-webhook");
    }

    private static void assertSuccess(Result result) {
        assertThat(result.exitCode()).as(result.text()).isZero();
    }

    /** Returns a chart whose CRD of TenantClusters has no columns yet. */
    private static Path older() throws IOException {
        Path directory = folder.resolve("older");
        for (Map.Entry<String, String> file : ShippedChart.controllers().files().entrySet()) {
            Path path = directory.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
        Path definition = directory.resolve("files/crds/tenantclusters.%s.yaml".formatted(ApiGroup.NAME));
        String text = Files.readString(definition);
        Files.writeString(
                definition,
                text.replaceFirst("(?s)  - additionalPrinterColumns:.*?\n    name: v1alpha1", "  - name: v1alpha1"));
        return directory;
    }

    private static List<?> columns() {
        return helm.client()
                .apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName("tenantclusters." + ApiGroup.NAME)
                .get()
                .getSpec()
                .getVersions()
                .getFirst()
                .getAdditionalPrinterColumns();
    }

    /** As the bootstrap does it: the CRDs exist, the chart comes from a ConfigMap, and a change of version or values is an upgrade. */
    @Test
    @Order(2)
    void isInstalledFromAConfigMapUpgradedAndUninstalled() throws Exception {
        CustomResourceDefinitionFiles.all()
                .forEach(definition -> helm.client().resource(definition).serverSideApply());
        helm.client()
                .resource(ShippedChart.controllers().configMap(Namespaces.SYSTEM))
                .serverSideApply();
        ChartRequest request = request(WITHOUT_CRDS);
        assertThat(installed(request)).isEqualTo(new ChartState.Done());
        assertThat(deployment().getSpec().getReplicas()).isEqualTo(2);
        assertThat(helm.charts().install(request)).as("no change").isEqualTo(new ChartState.Done());
        assertThat(revision()).isEqualTo(1);

        assertThat(installed(request(Map.of("crds", Map.of("install", false), "replicas", 3))))
                .isEqualTo(new ChartState.Done());
        assertThat(deployment().getSpec().getReplicas()).isEqualTo(3);
        assertThat(revision()).isEqualTo(2);

        assertThat(helm.until(() -> helm.charts().uninstall(RELEASE, RealHelm.INSIDE)))
                .isEqualTo(new ChartState.Done());
        assertThat(deployment()).isNull();
        assertThat(definitions()).hasSameSizeAs(CustomResourceDefinitionFiles.texts());
    }

    private static ChartRequest request(Map<String, Object> values) {
        return ChartRequest.of(
                RELEASE.name(),
                RELEASE.namespace(),
                ShippedChart.controllers().source(),
                ShippedChart.controllers().version(),
                values);
    }

    /** Helm waits for the Deployment, whose controllers do not run here. */
    private static ChartState installed(ChartRequest request) throws InterruptedException {
        return helm.until(() -> {
            ChartState state = helm.charts().install(request);
            Optional.ofNullable(deployment()).ifPresent(RealHelmChartTest::makeReady);
            return state;
        });
    }

    private static void makeReady(Deployment deployment) {
        int replicas = deployment.getSpec().getReplicas();
        try {
            ReplicaSet set = helm.client().resource(replicaSet(deployment)).serverSideApply();
            helm.client()
                    .resource(new ReplicaSetBuilder(set)
                            .withNewStatus()
                            .withObservedGeneration(set.getMetadata().getGeneration())
                            .withReplicas(replicas)
                            .withReadyReplicas(replicas)
                            .endStatus()
                            .build())
                    .updateStatus();
            deployment.setStatus(new DeploymentStatusBuilder()
                    .withObservedGeneration(deployment.getMetadata().getGeneration())
                    .withReplicas(replicas)
                    .withUpdatedReplicas(replicas)
                    .withReadyReplicas(replicas)
                    .build());
            helm.client().resource(deployment).updateStatus();
        } catch (RuntimeException e) {
            // Helm changed the Deployment meanwhile; the next call sees the new one.
            if (!KubeErrorMapper.isConflict(e) && !KubeErrorMapper.isNotFound(e)) {
                throw e;
            }
        }
    }

    private static ReplicaSet replicaSet(Deployment deployment) {
        return new ReplicaSetBuilder()
                .withNewMetadata()
                .withName(deployment.getMetadata().getName() + "-1")
                .withNamespace(deployment.getMetadata().getNamespace())
                .withLabels(deployment.getSpec().getSelector().getMatchLabels())
                .withOwnerReferences(new OwnerReferenceBuilder()
                        .withApiVersion("apps/v1")
                        .withKind("Deployment")
                        .withName(deployment.getMetadata().getName())
                        .withUid(deployment.getMetadata().getUid())
                        .withController(true)
                        .build())
                .endMetadata()
                .withNewSpec()
                .withReplicas(deployment.getSpec().getReplicas())
                .withSelector(deployment.getSpec().getSelector())
                .withTemplate(deployment.getSpec().getTemplate())
                .endSpec()
                .build();
    }

    private static Deployment deployment() {
        return helm.client()
                .apps()
                .deployments()
                .inNamespace(RELEASE.namespace())
                .withName("butler-controllers")
                .get();
    }

    private static int revision() {
        return new HelmReleaseRepository(helm.client())
                .deployed(RELEASE)
                .orElseThrow()
                .revision();
    }

    private static List<String> definitions() {
        return helm.client().apiextensions().v1().customResourceDefinitions().list().getItems().stream()
                .map(definition -> definition.getMetadata().getName())
                .filter(name -> name.endsWith(ApiGroup.NAME))
                .toList();
    }
}
