package dev.butlerlabs.core.addon;

import dev.butlerlabs.core.api.AddonDefinition;
import dev.butlerlabs.core.kube.ObjectSerialization;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;

/** The built-in AddonDefinitions, from the files in {@code manifests/catalogue}. Thread-safe. */
public final class ShippedAddonDefinitions {
    private static final ShippedFiles FILES = new ShippedFiles("/manifests/catalogue/");

    private ShippedAddonDefinitions() {}

    /** Returns the definitions as YAML texts. */
    public static List<String> texts() {
        return FILES.listed("catalogue.txt").stream()
                .map(name -> FILES.require(name + ".yaml"))
                .toList();
    }

    public static List<AddonDefinition> definitions() {
        KubernetesSerialization yaml = ObjectSerialization.plain();
        return texts().stream()
                .map(text -> yaml.unmarshal(text, AddonDefinition.class))
                .toList();
    }
}
