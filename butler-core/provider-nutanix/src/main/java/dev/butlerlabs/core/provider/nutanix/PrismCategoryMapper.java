package dev.butlerlabs.core.provider.nutanix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.OwnershipTags;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Sets labels and ownership tags as categories. Prism rejects a machine with a category that does not exist, so categories that
 * do not exist or cannot be read are omitted. Nothing depends on them.
 */
final class PrismCategoryMapper {
    private final PrismClient prism;
    private final PrismListReader listing;

    PrismCategoryMapper(PrismClient prism) {
        this.prism = prism;
        this.listing = new PrismListReader(prism);
    }

    Map<String, String> of(MachineSpec spec) {
        Map<String, String> wanted = new TreeMap<>(spec.labels());
        wanted.putAll(OwnershipTags.marks(spec.id()));
        try {
            Set<String> known = keys();
            wanted.keySet().retainAll(known);
            wanted.entrySet().removeIf(category -> !exists(category.getKey(), category.getValue()));
            return wanted;
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.FORBIDDEN || e.code() == ErrorCode.NOT_FOUND) {
                return Map.of();
            }
            throw e;
        }
    }

    private Set<String> keys() {
        return listing.all("category", "/categories").stream()
                .map(PrismListReader::nameOf)
                .collect(Collectors.toSet());
    }

    private boolean exists(String key, String value) {
        return prism.find("/categories/" + encoded(key) + "/" + encoded(value))
                .map(JsonNode::isObject)
                .orElse(false);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
