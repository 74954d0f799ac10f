package dev.butlerlabs.sim.tenant;

import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.secrets.SecretsGenerator;
import dev.butlerlabs.core.talos.yaml.YamlReader;
import dev.butlerlabs.core.tree.UntypedTree;
import dev.butlerlabs.core.version.VersionContract;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Credentials that Talos workers and hosted control planes use to trust each other. */
final class TalosTrustFactory {
    private static final VersionContract CONTRACT = VersionContract.parse("v1.9");

    private final Set<String> published = ConcurrentHashMap.newKeySet();

    /** Publishes the credentials for Talos workers of a control plane. */
    void publish(TenantNamespaceView view, GenericKubernetesResource plane) {
        boolean wanted = UnstructuredObject.text(plane, "spec", "addons", "workerBootstrap", "provider")
                .filter("talos"::equals)
                .isPresent();
        if (!wanted || published.contains(plane.getMetadata().getUid())) {
            return;
        }
        if (value(view, UnstructuredObject.name(plane) + "-trustd-creds", "token")
                .isPresent()) {
            published.add(plane.getMetadata().getUid());
            return;
        }
        SecretsBundle made = new SecretsGenerator(new SecureRandom(), Clock.systemUTC()).generate(CONTRACT, "");
        apply(
                view,
                plane,
                "-ca",
                Map.of(
                        "ca.crt",
                        made.kubernetes().certificate(),
                        "ca.key",
                        made.kubernetes().key()));
        apply(
                view,
                plane,
                "-trustd-creds",
                Map.of(
                        "token", "butler." + plane.getMetadata().getUid(),
                        "os-ca.crt", made.os().certificate(),
                        "os-ca.key", made.os().key()));
        published.add(plane.getMetadata().getUid());
    }

    private static void apply(
            TenantNamespaceView view, GenericKubernetesResource plane, String ending, Map<String, String> content) {
        Secret secret = new SecretBuilder()
                .withNewMetadata()
                .withNamespace(UnstructuredObject.namespace(plane))
                .withName(UnstructuredObject.name(plane) + ending)
                .endMetadata()
                .withStringData(content)
                .build();
        view.store()
                .client()
                .resource(secret)
                .patch(new PatchContext.Builder()
                        .withPatchType(PatchType.SERVER_SIDE_APPLY)
                        .withFieldManager("steward")
                        .withForce(true)
                        .build());
    }

    /**
     * Returns whether a machine can join: it needs the token of the control plane to get a certificate, and a bootstrap
     * token of the cluster.
     */
    static boolean letsIn(TenantNamespaceView view, String cluster, HostedCluster hosted) {
        Optional<String> shown = value(view, cluster + "-trustd-creds", "token");
        return value(view, cluster + "-talos", "bundle")
                .map(text -> UntypedTree.of(YamlReader.documents("bundle", text).getFirst()))
                .filter(bundle -> shown.equals(bundle.find("trustdinfo.token").map(String::valueOf)))
                .flatMap(bundle -> bundle.find("secrets.bootstraptoken").map(String::valueOf))
                .filter(hosted::admits)
                .isPresent();
    }

    private static Optional<String> value(TenantNamespaceView view, String name, String key) {
        KubernetesClient client = view.store().client();
        return Optional.ofNullable(client.secrets()
                        .inNamespace(view.namespace())
                        .withName(name)
                        .get())
                .map(secret -> secret.getData().get(key))
                .map(text -> new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8));
    }
}
