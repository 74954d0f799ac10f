package dev.butlerlabs.core.api;

import static io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type.BOOLEAN;
import static io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type.DATE;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** An addon of the catalog that can be installed on clusters. */
@Group(ApiGroup.NAME)
@Version(ApiGroup.VERSION)
@ShortNames({"ad", "adddef"})
@JsonClassDescription("An addon of the catalog that can be installed on clusters.")
@AdditionalPrinterColumn(name = "Display Name", jsonPath = ".spec.displayName")
@AdditionalPrinterColumn(name = "Category", jsonPath = ".spec.category")
@AdditionalPrinterColumn(name = "Chart", jsonPath = ".spec.chart.name")
@AdditionalPrinterColumn(name = "Version", jsonPath = ".spec.chart.defaultVersion")
@AdditionalPrinterColumn(name = "Platform", jsonPath = ".spec.platform", type = BOOLEAN)
@AdditionalPrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = DATE)
public final class AddonDefinition extends CustomResource<AddonDefinitionSpec, Void> {}
