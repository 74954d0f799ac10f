package dev.butlerlabs.core.kube;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.LimitRange;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;

/**
 * Creates serializations that do not scan the class path for resource types: scanning is slow and impossible in a native image.
 */
public final class ObjectSerialization {
    private static final List<Class<? extends KubernetesResource>> CORE = List.of(
            ConfigMap.class,
            Endpoints.class,
            LimitRange.class,
            Namespace.class,
            Node.class,
            PersistentVolume.class,
            PersistentVolumeClaim.class,
            Pod.class,
            ResourceQuota.class,
            Secret.class,
            Service.class,
            ServiceAccount.class);

    private ObjectSerialization() {}

    /**
     * Returns a serialization that knows only the requested types, plus Status: a watch delivers it unrequested, and decoding it
     * as another type would hide that the watch has expired.
     */
    public static KubernetesSerialization plain() {
        return plain(new ObjectMapper());
    }

    static KubernetesSerialization plain(ObjectMapper mapper) {
        KubernetesSerialization serialization = new KubernetesSerialization(mapper, false);
        serialization.registerKubernetesResource("v1", "Status", Status.class);
        return serialization;
    }

    /**
     * Returns a serialization for informers, which keep all objects in memory: it skips managedFields, and the content of Secrets, of which only the
     * change matters. A caller that needs the content reads the Secret.
     */
    static KubernetesSerialization forInformers(ObjectMapper mapper) {
        mapper.addMixIn(Secret.class, WithoutContent.class);
        return withoutManagedFields(mapper);
    }

    static KubernetesSerialization withoutManagedFields(ObjectMapper mapper) {
        mapper.addMixIn(ObjectMeta.class, WithoutManagedFields.class);
        return plain(mapper);
    }

    @JsonIgnoreProperties("managedFields")
    private interface WithoutManagedFields {}

    @JsonIgnoreProperties({"data", "stringData"})
    private interface WithoutContent {}

    /**
     * Returns a serialization that also knows the core resource types: the client decodes objects of these types by class, and
     * all others as trees.
     */
    public static KubernetesSerialization withCoreKinds() {
        KubernetesSerialization serialization = plain();
        CORE.forEach(serialization::registerKubernetesResource);
        return serialization;
    }
}
