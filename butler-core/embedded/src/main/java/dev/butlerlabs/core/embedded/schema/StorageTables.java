package dev.butlerlabs.core.embedded.schema;

import static dev.butlerlabs.core.embedded.schema.TableCells.field;
import static dev.butlerlabs.core.embedded.schema.TableCells.join;
import static dev.butlerlabs.core.embedded.schema.TableCells.words;
import static dev.butlerlabs.core.embedded.schema.TableColumn.AGE;
import static dev.butlerlabs.core.embedded.schema.TableColumn.NAME;
import static dev.butlerlabs.core.embedded.schema.TableColumn.text;
import static dev.butlerlabs.core.embedded.schema.TableColumn.wide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import java.util.List;
import java.util.Map;

/** Table columns of PersistentVolumeClaims and StorageClasses. */
final class StorageTables {
    private StorageTables() {}

    static List<TableColumn> claims() {
        return List.of(
                NAME,
                text("Status", "Phase of the claim.", (claim, now) -> claimStatus(claim)),
                text("Volume", "Bound volume.", field("/spec/volumeName")),
                text(
                        "Capacity",
                        "Capacity of the bound volume.",
                        (claim, now) -> ifBound(claim, "/status/capacity/storage")),
                text("Access Modes", "Access modes of the bound volume.", (claim, now) -> claimModes(claim)),
                text("StorageClass", "Storage class.", field("/spec/storageClassName")),
                text(
                        "VolumeAttributesClass",
                        "Volume attributes class.",
                        field("/spec/volumeAttributesClassName", "<unset>")),
                AGE,
                wide("VolumeMode", "Block or Filesystem.", field("/spec/volumeMode", "<unset>")));
    }

    private static JsonNode claimStatus(JsonNode claim) {
        boolean leaving = claim.path("metadata").hasNonNull("deletionTimestamp");
        return words(leaving ? "Terminating" : claim.at("/status/phase").asText());
    }

    private static JsonNode ifBound(JsonNode claim, String pointer) {
        return words(
                claim.at("/spec/volumeName").asText().isEmpty()
                        ? ""
                        : claim.at(pointer).asText());
    }

    private static JsonNode claimModes(JsonNode claim) {
        Map<String, String> shortNames = Map.of(
                "ReadWriteOnce", "RWO", "ReadOnlyMany", "ROX", "ReadWriteMany", "RWX", "ReadWriteOncePod", "RWOP");
        String modes = join(
                claim.at("/status/accessModes"), mode -> shortNames.getOrDefault(mode.asText(), mode.asText()), ",");
        return words(claim.at("/spec/volumeName").asText().isEmpty() ? "" : modes);
    }

    static List<TableColumn> storageClasses() {
        TableColumn name = new TableColumn(
                NAME.name(), NAME.type(), NAME.format(), NAME.description(), 0, (storage, now) -> storageName(storage));
        return List.of(
                name,
                text("Provisioner", "Provisioner of the volumes.", field("/provisioner")),
                text("ReclaimPolicy", "Reclaim policy of the volumes.", field("/reclaimPolicy", "Delete")),
                text(
                        "VolumeBindingMode",
                        "When volumes are bound and provisioned.",
                        field("/volumeBindingMode", "Immediate")),
                text(
                        "AllowVolumeExpansion",
                        "Whether volumes can be expanded.",
                        (storage, now) -> BooleanNode.valueOf(
                                storage.path("allowVolumeExpansion").asBoolean())),
                AGE);
    }

    private static JsonNode storageName(JsonNode storage) {
        JsonNode annotations = storage.at("/metadata/annotations");
        boolean isDefault = annotations
                .path("storageclass.kubernetes.io/is-default-class")
                .asText()
                .equals("true");
        return words(storage.at("/metadata/name").asText() + (isDefault ? " (default)" : ""));
    }
}
