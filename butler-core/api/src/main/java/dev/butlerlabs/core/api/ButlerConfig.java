package dev.butlerlabs.core.api;

import static io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type.DATE;
import static io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type.INTEGER;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** The platform settings. There is a single object, named butler. */
@Group(ApiGroup.NAME)
@Version(ApiGroup.VERSION)
@ShortNames("bc")
@JsonClassDescription("The platform settings. There is a single object, named butler.")
@AdditionalPrinterColumn(name = "Mode", jsonPath = ".spec.multiTenancy.mode")
@AdditionalPrinterColumn(name = "Git", jsonPath = ".spec.gitProvider.type")
@AdditionalPrinterColumn(name = "Teams", jsonPath = ".status.teamCount", type = INTEGER)
@AdditionalPrinterColumn(name = "Clusters", jsonPath = ".status.clusterCount", type = INTEGER)
@AdditionalPrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = DATE)
public final class ButlerConfig extends CustomResource<ButlerConfigSpec, ButlerConfigStatus> {}
