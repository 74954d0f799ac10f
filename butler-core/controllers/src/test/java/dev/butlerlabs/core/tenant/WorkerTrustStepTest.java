package dev.butlerlabs.core.tenant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.provider.clusterapi.TenantNames;
import dev.butlerlabs.core.reconcile.StepResult;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.secrets.SecretsGenerator;
import dev.butlerlabs.core.testing.SteppedClock;
import dev.butlerlabs.core.version.VersionContract;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class WorkerTrustStepTest {
    private static final SecretsBundle CONTROL_PLANE = new SecretsGenerator(new SecureRandom(), new SteppedClock())
            .generate(VersionContract.parse("v1.12.1"), "unused");
    private static final String KUBECONFIG = """
            apiVersion: v1
            kind: Config
            current-context: tenant
            clusters: [{name: tenant, cluster: {server: "https://tenant.test:6443"}}]
            users: [{name: tenant, user: {token: secret}}]
            contexts: [{name: tenant, context: {cluster: tenant, user: tenant}}]
            """;

    private final World world = new World();

    /** The management cluster and a tenant cluster in memory. */
    private static final class World implements CrashPositions.World {
        private final EffectLog effects = new EffectLog();
        private final SteppedClock clock = new SteppedClock();
        private final InMemoryKubernetes management = InMemoryKubernetes.open(clock, effects);
        private final InMemoryKubernetes tenant = InMemoryKubernetes.open(clock, effects);
        private final TenantReconcileContext first = TenantStepObjects.context(management);

        private World withControlPlane() {
            secret(
                    "demo-trustd-creds",
                    Map.of(
                            "token", CONTROL_PLANE.trustdToken(),
                            "os-ca.crt", CONTROL_PLANE.os().certificate(),
                            "os-ca.key", CONTROL_PLANE.os().key()));
            secret("demo-ca", Map.of("ca.crt", CONTROL_PLANE.kubernetes().certificate()));
            secret(TenantNames.adminKubeconfig(first.cluster()), Map.of("admin.conf", KUBECONFIG));
            return this;
        }

        private void secret(String name, Map<String, String> texts) {
            Map<String, String> data = new TreeMap<>(texts);
            data.replaceAll((key, text) -> Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)));
            TenantStepObjects.secret(management, first.namespace(), name, data, Map.of());
        }

        private StepResult run(String bootstrapKind) {
            TenantReconcileContext context = TenantStepObjects.context();
            context.want(TenantStepObjects.rendered(bootstrapKind), Optional.empty());
            TenantOptions options = TenantOptions.standard();
            return new WorkerTrustStep(new DynamicResourceClient(management.client(), options), options, kubeconfig -> {
                        assertEquals(Optional.of("https://tenant.test:6443"), kubeconfig.server("tenant"));
                        return tenant.client();
                    })
                    .run(context);
        }

        private StepResult run() {
            return run("TalosConfigTemplate");
        }

        private Optional<Secret> bundle() {
            return Optional.ofNullable(management
                    .client()
                    .secrets()
                    .inNamespace(first.namespace())
                    .withName(TenantNames.talosSecrets(first.cluster()))
                    .get());
        }

        private List<Secret> tokens() {
            return tenant.client().secrets().inNamespace("kube-system").list().getItems();
        }

        @Override
        public EffectLog effects() {
            return effects;
        }

        /** The token is random, so only its agreement with the bundle is compared. */
        @Override
        public Map<String, ?> state() {
            Secret bundle = bundle().orElseThrow();
            String token = WorkerSecrets.value(bundle, WorkerSecrets.TOKEN).orElseThrow();
            return Map.of(
                    "keys", List.copyOf(new TreeMap<>(bundle.getData()).keySet()),
                    "annotations", bundle.getMetadata().getAnnotations(),
                    "tokens", tokens().size(),
                    "agrees",
                            tokens().getFirst()
                                    .getMetadata()
                                    .getName()
                                    .equals("bootstrap-token-" + token.substring(0, token.indexOf('.'))));
        }

        @Override
        public void close() {
            management.close();
            tenant.close();
        }
    }

    @AfterEach
    void close() {
        world.close();
    }

    private StepResult done() {
        return StepResult.done("Talos workers join with Secret %s/%s."
                .formatted(world.first.namespace(), TenantNames.talosSecrets(world.first.cluster())));
    }

    private StepResult waitingFor(String secret) {
        return StepResult.waiting(
                "WorkerSecretsMissing",
                "Waiting for Secret %s/%s of the control plane provider, which Talos workers need to join."
                        .formatted(world.first.namespace(), secret),
                TenantOptions.standard().recheck());
    }

    @Test
    void kubeadmWorkersNeedNoTalosSecrets() {
        assertEquals(
                StepResult.done("Workers join with kubeadm and need no Talos secrets."),
                world.run("KubeadmConfigTemplate"));
        assertEquals(Optional.empty(), world.bundle());
    }

    @Test
    void waitsForTheTrustdCredentials() {
        assertEquals(waitingFor("demo-trustd-creds"), world.run());
    }

    @Test
    void waitsForCompleteTrustdCredentials() {
        world.secret("demo-trustd-creds", Map.of("token", "a.b", "os-ca.crt", "c", "os-ca.key", " "));

        assertEquals(waitingFor("demo-trustd-creds"), world.run());
    }

    @Test
    void waitsForTheCertificateAuthority() {
        world.secret("demo-trustd-creds", Map.of("token", "a.b", "os-ca.crt", "c", "os-ca.key", "k"));

        assertEquals(waitingFor("demo-ca"), world.run());
        assertEquals(Optional.empty(), world.bundle());
    }

    @Test
    void createsTheBundleAndItsToken() {
        world.withControlPlane();

        assertEquals(done(), world.run());
        Secret bundle = world.bundle().orElseThrow();
        assertEquals("butler", bundle.getMetadata().getLabels().get(Labels.MANAGED_BY));
        assertNotNull(bundle.getMetadata().getAnnotations().get("butler.butlerlabs.dev/bootstrap-token-known"));
        String token = WorkerSecrets.value(bundle, WorkerSecrets.TOKEN).orElseThrow();
        Secret known = world.tokens().getFirst();
        assertEquals("bootstrap.kubernetes.io/token", known.getType());
        assertEquals(
                token,
                WorkerSecrets.value(known, "token-id").orElseThrow() + "."
                        + WorkerSecrets.value(known, "token-secret").orElseThrow());
    }

    @Test
    void asksTheTenantClusterOnlyOnce() {
        world.withControlPlane();
        world.run();
        int before = world.tenant.requests().size();

        assertEquals(done(), world.run());
        assertEquals(before, world.tenant.requests().size());
    }

    @Test
    void rejectsABundleOfSomeoneElse() {
        world.secret(TenantNames.talosSecrets(world.first.cluster()), Map.of("bundle", "x"));

        StepResult.Failed failed = (StepResult.Failed) world.run();
        assertEquals("WorkerSecretsForeign", failed.reason());
    }

    @Test
    @Tag("slow")
    void givesOneBundleAndOneTokenAfterACrash() {
        assertEquals(3, CrashPositions.check(() -> new World().withControlPlane(), World::run));
    }
}
