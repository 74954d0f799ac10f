package dev.butlerlabs.core.api;

import static io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type.DATE;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** The transfer of a system image from an image factory to an infrastructure. */
@Group(ApiGroup.NAME)
@Version(ApiGroup.VERSION)
@ShortNames("is")
@JsonClassDescription("The transfer of a system image from an image factory to an infrastructure.")
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase")
@AdditionalPrinterColumn(name = "Schematic", jsonPath = ".spec.factoryRef.schematicID", priority = 1)
@AdditionalPrinterColumn(name = "Version", jsonPath = ".spec.factoryRef.version")
@AdditionalPrinterColumn(name = "Provider", jsonPath = ".spec.providerConfigRef.name")
@AdditionalPrinterColumn(name = "Image Ref", jsonPath = ".status.providerImageRef")
@AdditionalPrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = DATE)
public final class ImageSync extends CustomResource<ImageSyncSpec, ImageSyncStatus> implements Namespaced {}
