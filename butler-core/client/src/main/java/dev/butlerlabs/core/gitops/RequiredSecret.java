package dev.butlerlabs.core.gitops;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.tree.UntypedTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A Secret that an exported object refers to. Its content is not exported.
 *
 * @param usedBy kind and name of the object
 */
public record RequiredSecret(ObjectName name, String usedBy) {
    private static final Pattern REFERENCE = Pattern.compile("(?i).*(secret|credentials)Ref$");

    public RequiredSecret {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(usedBy, "usedBy");
    }

    /** Returns the Secrets that a manifest refers to. */
    static List<RequiredSecret> of(UntypedTree manifest) {
        Optional<String> namespace = manifest.text("metadata.namespace");
        String usedBy = "%s %s%s"
                .formatted(
                        manifest.anyText("kind"),
                        namespace.map(text -> text + "/").orElse(""),
                        manifest.anyText("metadata.name"));
        List<RequiredSecret> secrets = new ArrayList<>();
        // Cluster-scoped objects refer to Secrets of the platform.
        String home = namespace.orElse(Namespaces.SYSTEM);
        collect(manifest.at("spec").value(), home, usedBy, secrets);
        if (manifest.at("metadata.annotations").entry(Annotations.VALUES_SECRET).value() instanceof String name) {
            secrets.add(new RequiredSecret(new ObjectName(home, name), usedBy));
        }
        return secrets;
    }

    private static void collect(Object value, String home, String usedBy, List<RequiredSecret> secrets) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, item) -> {
                UntypedTree reference = UntypedTree.of(item);
                if (REFERENCE.matcher(String.valueOf(key)).matches()) {
                    reference
                            .text("name")
                            .ifPresent(name -> secrets.add(new RequiredSecret(
                                    new ObjectName(reference.text("namespace").orElse(home), name), usedBy)));
                }
                collect(item, home, usedBy, secrets);
            });
        } else if (value instanceof List<?> list) {
            list.forEach(item -> collect(item, home, usedBy, secrets));
        }
    }
}
