package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.Finalizers;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.DecodedList;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.LenientDecoder;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.ObjectSerialization;
import dev.butlerlabs.core.kube.OwnerReferences;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.provider.ProviderSectionValues;
import dev.butlerlabs.core.reconcile.FinalizerEditor;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads, creates and deletes ProviderConfigs for the command line. Thread-safe; errors of the API are thrown as {@link ButlerException}.
 */
public final class ProviderConfigClient {
    private static final String SECRET_SUFFIX = "-credentials";

    private final KubernetesClient client;
    private final ProviderConfigReader reader;

    public ProviderConfigClient(KubernetesClient client) {
        this.client = client;
        this.reader = new ProviderConfigReader(client);
    }

    /** Lists the ProviderConfigs of a namespace or of all namespaces. */
    public DecodedList<ProviderConfig> list(Optional<String> namespace) {
        var all = LenientDecoder.over(client).resources(ProviderConfig.class);
        return DecodedList.of(KubeErrorMapper.translating(
                client,
                "listing ProviderConfigs",
                () -> namespace
                        .map(one -> all.inNamespace(one).list())
                        .orElseGet(() -> all.inAnyNamespace().list())
                        .getItems()));
    }

    /**
     * Returns a ProviderConfig.
     *
     * @throws ButlerException with NOT_FOUND if it does not exist
     */
    public ProviderConfig get(ObjectName name) {
        return reader.config(name)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.NOT_FOUND,
                        "ProviderConfig %s not found.".formatted(name),
                        "List the ProviderConfigs with 'butleradm provider list -A'."));
    }

    /**
     * Connects to the infrastructure of a ProviderConfig with its credentials. The caller closes the connection.
     *
     * @throws ButlerException if the ProviderConfig or its credentials are missing or invalid
     */
    public ConnectedInfrastructure connect(ObjectName name, ProviderRegistry providers) {
        return reader.connect(get(name), providers);
    }

    /**
     * Connects to the infrastructure of a ProviderConfig that is not stored in a cluster. The caller closes the connection.
     *
     * @param credentials the Secret that the ProviderConfig references; empty if it references none
     * @throws ButlerException if the ProviderConfig or its credentials are invalid
     */
    public static ConnectedInfrastructure connect(
            ProviderConfig config, Optional<Secret> credentials, ProviderRegistry providers) {
        InfrastructureProvider provider = providers.require(config.getSpec().provider());
        return provider.connect(ProviderConfigReader.access(ObjectSerialization.plain(), config, credentials));
    }

    /**
     * Creates a ProviderConfig and a Secret with its credentials, which is deleted with it.
     *
     * @throws ButlerException with CONFLICT if one of them exists; the ProviderConfig is deleted again then
     */
    public ProviderConfig create(ObjectName name, String provider, ProviderSectionValues setup) {
        ProviderConfig config = new ProviderConfig();
        config.setMetadata(metadata(name, name.name()));
        config.setSpec(spec(name, provider, setup));
        ProviderConfig made = KubeErrorMapper.translating(
                client,
                "creating ProviderConfig " + name,
                () -> client.resource(config).create());
        try {
            KubeErrorMapper.translating(
                    client,
                    "creating the Secret of ProviderConfig " + name,
                    () -> client.resource(OwnerReferences.own(made, secret(name, setup.credentials())))
                            .create());
            return made;
        } catch (ButlerException e) {
            client.resource(made).delete();
            throw e;
        }
    }

    private ProviderConfigSpec spec(ObjectName name, String provider, ProviderSectionValues setup) {
        Map<String, Object> spec = new HashMap<>();
        spec.put("provider", provider);
        spec.put("credentialsRef", Map.of("name", name.name() + SECRET_SUFFIX));
        spec.put(provider, setup.settings());
        return client.getKubernetesSerialization().convertValue(spec, ProviderConfigSpec.class);
    }

    private static Secret secret(ObjectName name, Credentials credentials) {
        Map<String, String> values = new HashMap<>();
        credentials.values().forEach((key, text) -> values.put(key, text.value()));
        return new SecretBuilder()
                .withMetadata(metadata(name, name.name() + SECRET_SUFFIX))
                .withType("Opaque")
                .withStringData(values)
                .build();
    }

    private static ObjectMeta metadata(ObjectName place, String name) {
        return new ObjectMetaBuilder()
                .withNamespace(place.namespace().orElseThrow())
                .withName(name)
                .build();
    }

    /**
     * Verifies that a ProviderConfig is not in use.
     *
     * @throws ButlerException with CONFLICT and the objects that use it
     */
    public void requireUnused(ObjectName name) {
        get(name);
        List<String> users = new ProviderUsageFinder(client).of(name);
        if (!users.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "Cannot delete ProviderConfig %s. %s".formatted(name, ProviderUsageFinder.sentence(users)),
                    "Delete these objects first.");
        }
    }

    /**
     * Deletes an unused ProviderConfig. Works without a running controller.
     *
     * @throws ButlerException with CONFLICT if it is in use
     */
    public void delete(ObjectName name) {
        requireUnused(name);
        ProviderConfig config = get(name);
        KubeErrorMapper.translating(
                client,
                "deleting ProviderConfig " + name,
                () -> client.resource(config).delete());
        new FinalizerEditor(client).remove(config, Finalizers.PROVIDER_CONFIG);
    }
}
