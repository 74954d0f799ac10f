package dev.butlerlabs.core.provider.azure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.discovery.MachineTypeOffer;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A VM size as the list of SKUs describes it: its capabilities, and where the subscription can use it. */
record AzureVmSku(JsonNode document) {
    private static final String API = "2021-07-01";
    private static final BigDecimal MEBIBYTES = BigDecimal.valueOf(1024);

    /** Returns the VM sizes of a region, including those that the subscription cannot use. */
    static List<AzureVmSku> list(ArmClient arm, ArmPaths paths, String location) {
        return arm
                .list(
                        paths.subscriptionPath("/providers/Microsoft.Compute/skus"),
                        API,
                        Map.of("$filter", "location eq '%s'".formatted(plain(location))))
                .stream()
                .filter(sku -> sku.path("resourceType").asText("").equals("virtualMachines"))
                .map(AzureVmSku::new)
                .toList();
    }

    private static String plain(String region) {
        return region.replace(" ", "").toLowerCase(Locale.ROOT);
    }

    String name() {
        return document.path("name").asText("");
    }

    Optional<String> family() {
        return JsonDocument.text(document, "/family");
    }

    /** Returns the vCPUs that count towards quotas. */
    int cores() {
        return number("vCPUs").map(BigDecimal::intValue).orElse(1);
    }

    /** Returns what a machine gets; constrained sizes such as Standard_E4-2s_v5 have fewer vCPUs than they count for. */
    MachineTypeOffer offer() {
        return new MachineTypeOffer(
                name(),
                number("vCPUsAvailable").map(BigDecimal::intValue).orElseGet(this::cores),
                number("MemoryGB").orElse(BigDecimal.ZERO).multiply(MEBIBYTES).longValue(),
                capability("CpuArchitectureType")
                        .filter("Arm64"::equalsIgnoreCase)
                        .isPresent());
    }

    private Optional<BigDecimal> number(String capability) {
        return capability(capability)
                .filter(value -> value.matches("[0-9]{1,9}(\\.[0-9]{1,9})?"))
                .map(BigDecimal::new);
    }

    private Optional<String> capability(String name) {
        return JsonDocument.items(document.path("capabilities"))
                .filter(capability -> capability.path("name").asText("").equals(name))
                .map(capability -> capability.path("value").asText(""))
                .findFirst();
    }

    /** Returns whether the subscription must not use the size in a zone, or in the region if the zone is empty. */
    boolean isRestricted(String location, Optional<String> zone) {
        return JsonDocument.items(document.path("restrictions"))
                .anyMatch(restriction -> restriction.path("type").asText("").equals("Zone")
                        ? zone.isPresent() && contains(restriction.at("/restrictionInfo/zones"), zone.get())
                        : JsonDocument.items(restriction.path("values"))
                                .anyMatch(name -> plain(name.asText("")).equals(plain(location))));
    }

    /** Returns whether a zone offers the size; a region without zones is an empty zone. */
    boolean isOffered(Optional<String> zone) {
        return zone.isEmpty()
                || JsonDocument.items(document.path("locationInfo"))
                        .anyMatch(info -> contains(info.path("zones"), zone.get()));
    }

    private static boolean contains(JsonNode names, String name) {
        return JsonDocument.items(names).anyMatch(item -> item.asText("").equals(name));
    }

    /** Returns whether machines in all these zones can have the size; without zones, machines anywhere in the region. */
    boolean isAvailable(String location, List<String> zones) {
        return !isRestricted(location, Optional.empty())
                && zones.stream().map(Optional::of).allMatch(zone -> isOffered(zone) && !isRestricted(location, zone));
    }
}
