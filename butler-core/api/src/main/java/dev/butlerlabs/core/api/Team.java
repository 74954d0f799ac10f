package dev.butlerlabs.core.api;

import static io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type.DATE;
import static io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type.INTEGER;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A team of users with shared clusters, limits and a namespace. */
@Group(ApiGroup.NAME)
@Version(ApiGroup.VERSION)
@ShortNames("tm")
@JsonClassDescription("A team of users with shared clusters, limits and a namespace.")
@AdditionalPrinterColumn(name = "Display Name", jsonPath = ".spec.displayName")
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase")
@AdditionalPrinterColumn(name = "Namespace", jsonPath = ".status.namespace")
@AdditionalPrinterColumn(name = "Clusters", jsonPath = ".status.clusterCount", type = INTEGER)
@AdditionalPrinterColumn(name = "Quota", jsonPath = ".status.quotaStatus")
@AdditionalPrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = DATE)
public final class Team extends CustomResource<TeamSpec, TeamStatus> {}
