package dev.butlerlabs.core.api;

import static io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type.DATE;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** An addon installed on the management cluster. */
@Group(ApiGroup.NAME)
@Version(ApiGroup.VERSION)
@ShortNames({"ma", "maddon"})
@JsonClassDescription("An addon installed on the management cluster.")
@AdditionalPrinterColumn(name = "Addon", jsonPath = ".spec.addon")
@AdditionalPrinterColumn(name = "Version", jsonPath = ".spec.version")
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase")
@AdditionalPrinterColumn(name = "Installed", jsonPath = ".status.installedVersion")
@AdditionalPrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = DATE)
public final class ManagementAddon extends CustomResource<ManagementAddonSpec, ManagementAddonStatus> {}
