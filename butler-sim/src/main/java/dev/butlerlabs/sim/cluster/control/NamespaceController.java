package dev.butlerlabs.sim.cluster.control;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Creates the default ServiceAccount and the root CA ConfigMap in every namespace. */
final class NamespaceController implements SimulatedController {
    static final String ROOT_CERTIFICATE = "kube-root-ca.crt";

    private static final String ACCOUNT = "default";

    private final String authority;

    NamespaceController(String encodedAuthority) {
        this.authority = new String(Base64.getDecoder().decode(encodedAuthority), StandardCharsets.US_ASCII);
    }

    @Override
    public void reconcile(ClusterView view) {
        Set<String> withAccount = namespaces(view.serviceAccounts(), ACCOUNT);
        Set<String> withCertificate = namespaces(view.rootCertificates(), ROOT_CERTIFICATE);
        for (Namespace namespace : view.namespaces()) {
            String name = namespace.getMetadata().getName();
            boolean leaving = namespace.getMetadata().getDeletionTimestamp() != null;
            if (!leaving && !withAccount.contains(name)) {
                view.writes()
                        .create(new ServiceAccountBuilder()
                                .withNewMetadata()
                                .withName(ACCOUNT)
                                .withNamespace(name)
                                .endMetadata()
                                .build());
            }
            if (!leaving && !withCertificate.contains(name)) {
                view.writes()
                        .create(new ConfigMapBuilder()
                                .withNewMetadata()
                                .withName(ROOT_CERTIFICATE)
                                .withNamespace(name)
                                .endMetadata()
                                .withData(Map.of("ca.crt", authority))
                                .build());
            }
        }
    }

    private static Set<String> namespaces(List<? extends HasMetadata> objects, String name) {
        return objects.stream()
                .filter(object -> object.getMetadata().getName().equals(name))
                .map(object -> object.getMetadata().getNamespace())
                .collect(Collectors.toSet());
    }
}
