package dev.butlerlabs.core.embedded.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LimitRange;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.ControllerRevision;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.IngressClass;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BuiltinSchemasTest {
    private static final Path RESOURCE =
            Path.of("src/main/resources/dev/butlerlabs/core/embedded/schema/builtin-kinds.json");
    private static final Path TABLE = Path.of("src/test/resources/builtin/types.txt");

    static final List<Class<? extends HasMetadata>> KINDS = List.of(
            Namespace.class,
            Secret.class,
            ConfigMap.class,
            io.fabric8.kubernetes.api.model.Event.class,
            io.fabric8.kubernetes.api.model.events.v1.Event.class,
            Lease.class,
            Node.class,
            ServiceAccount.class,
            Service.class,
            io.fabric8.kubernetes.api.model.Endpoints.class,
            EndpointSlice.class,
            Pod.class,
            PersistentVolume.class,
            PersistentVolumeClaim.class,
            ReplicationController.class,
            LimitRange.class,
            ResourceQuota.class,
            ReplicaSet.class,
            Deployment.class,
            DaemonSet.class,
            StatefulSet.class,
            ControllerRevision.class,
            Job.class,
            CronJob.class,
            PodDisruptionBudget.class,
            Role.class,
            RoleBinding.class,
            ClusterRole.class,
            ClusterRoleBinding.class,
            StorageClass.class,
            IngressClass.class,
            Ingress.class,
            NetworkPolicy.class,
            PriorityClass.class,
            ValidatingWebhookConfiguration.class,
            MutatingWebhookConfiguration.class,
            CustomResourceDefinition.class);

    /** Run with {@code -Dbutler.update=true} to write the resource anew. */
    @Test
    void theResourceIsWhatTheGeneratorMakes() throws IOException {
        JsonNode generated = BuiltinSchemaGenerator.generate(KINDS, Files.readAllLines(TABLE));
        if (Boolean.getBoolean("butler.update")) {
            Files.writeString(RESOURCE, new ObjectMapper().writeValueAsString(generated) + "\n");
        }
        assertThat(new ObjectMapper().readTree(RESOURCE.toFile())).isEqualTo(generated);
    }

    static Stream<String> kinds() throws IOException {
        return new ObjectMapper()
                .readTree(RESOURCE.toFile()).get("kinds").properties().stream().map(entry -> entry.getKey());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void everyKindCompiles(String kind) {
        assertThat(schema(kind).source().path("type").asText()).isEqualTo("object");
    }

    private static StructuralSchema schema(String kind) {
        String[] parts = kind.split("/", -1);
        return parts.length == 2
                ? BuiltinSchemas.of("", parts[0], parts[1]).orElseThrow()
                : BuiltinSchemas.of(parts[0], parts[1], parts[2]).orElseThrow();
    }

    @Test
    void knowsNoKindItDoesNotHave() {
        assertThat(BuiltinSchemas.of("apps", "v1", "Nothing")).isEmpty();
    }

    @Test
    void findsWhatIsUnknownInADeployment() {
        ObjectNode deployment = (ObjectNode) Yaml.parse("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: x, labels: {a: b}, owner: me}
                spec:
                  replicas: 1
                  selector: {matchLabels: {a: b}}
                  template:
                    metadata: {labels: {a: b}}
                    spec:
                      containers:
                      - {name: a, image: b, imagePullPolicies: Always, resources: {limits: {cpu: 0.5, memory: 1Gi}}}
                """);
        assertThat(schema("apps/v1/Deployment").prune(deployment))
                .containsExactly("metadata.owner", "spec.template.spec.containers[0].imagePullPolicies");
        assertThat(schema("apps/v1/Deployment").validate(deployment)).isEmpty();
    }

    @Test
    void tellsListsApart() {
        FieldTypes pod = schema("v1/Pod").types();
        FieldTypes containers = pod.field("spec").field("containers");
        assertThat(containers.listKind()).isEqualTo(ListKind.MAP);
        assertThat(containers.mapKeys()).containsExactly("name");
        assertThat(containers.patchMergeKey()).contains("name");
        assertThat(containers.items().field("ports").mapKeys()).containsExactly("containerPort", "protocol");
        assertThat(containers
                        .items()
                        .field("ports")
                        .defaultFor("protocol")
                        .orElseThrow()
                        .asText())
                .isEqualTo("TCP");
        assertThat(pod.field("spec").field("tolerations").listKind()).isEqualTo(ListKind.ATOMIC);
        assertThat(pod.field("spec").field("nodeSelector").atomicMap()).isTrue();
        assertThat(pod.field("spec").field("volumes").patchStrategies())
                .containsExactlyInAnyOrder("merge", "retainKeys");
        assertThat(pod.field("metadata").field("finalizers").listKind()).isEqualTo(ListKind.SET);
        assertThat(pod.field("metadata").field("ownerReferences").mapKeys()).containsExactly("uid");
        assertThat(pod.field("status").field("conditions").mapKeys()).containsExactly("type");
    }

    @Test
    void refusesSecretsThatAreNotBase64() {
        JsonNode secret = Yaml.parse("{apiVersion: v1, kind: Secret, data: {a: '%%%'}}");
        assertThat(schema("v1/Secret").validate(secret))
                .extracting(FieldError::toString)
                .containsExactly("data.a: Invalid value: \"%%%\": data.a in body must be of type byte: \"%%%\"");
    }

    @Test
    void findsMetadataThatCannotBeRead() {
        JsonNode object = Yaml.parse("{metadata: {name: 5, labels: {a: 1, b: c}, annotations: [x], finalizers: a}}");
        assertThat(StructuralSchema.unreadableMetadata(object))
                .extracting(FieldError::path)
                .containsExactlyInAnyOrder(
                        "metadata.name", "metadata.labels.a", "metadata.annotations", "metadata.finalizers");
        assertThat(StructuralSchema.unreadableMetadata(
                        Yaml.parse("{metadata: {name: x, creationTimestamp: null, labels: {}}}")))
                .isEmpty();
    }
}
