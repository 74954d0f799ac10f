package dev.butlerlabs.core.team;

import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.List;

/** Reads which admission policies of the chart are installed. */
final class AdmissionPolicyReader {
    private static final List<ResourceDefinitionContext> TYPES = List.of(
            type("ValidatingAdmissionPolicy", "validatingadmissionpolicies"),
            type("ValidatingAdmissionPolicyBinding", "validatingadmissionpolicybindings"));

    private final KubernetesClient client;

    AdmissionPolicyReader(KubernetesClient client) {
        this.client = client;
    }

    /** Returns whether a policy and the binding of the same name exist. */
    boolean isInstalled(String policy) {
        return TYPES.stream()
                .allMatch(type -> KubeErrorMapper.translating(
                                "reading %s %s".formatted(type.getKind(), policy),
                                () -> client.genericKubernetesResources(type)
                                        .withName(policy)
                                        .get())
                        != null);
    }

    private static ResourceDefinitionContext type(String kind, String plural) {
        return new ResourceDefinitionContext.Builder()
                .withGroup("admissionregistration.k8s.io")
                .withVersion("v1")
                .withKind(kind)
                .withPlural(plural)
                .withNamespaced(false)
                .build();
    }
}
