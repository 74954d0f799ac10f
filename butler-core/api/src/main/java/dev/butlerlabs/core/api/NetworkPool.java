package dev.butlerlabs.core.api;

import static io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type.DATE;
import static io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type.INTEGER;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A pool of addresses that Butler allocates to tenant clusters. */
@Group(ApiGroup.NAME)
@Version(ApiGroup.VERSION)
@ShortNames("np")
@JsonClassDescription("A pool of addresses that Butler allocates to tenant clusters.")
@AdditionalPrinterColumn(name = "CIDR", jsonPath = ".spec.cidr")
@AdditionalPrinterColumn(name = "Available", jsonPath = ".status.availableIPs", type = INTEGER)
@AdditionalPrinterColumn(name = "Allocated", jsonPath = ".status.allocatedIPs", type = INTEGER)
@AdditionalPrinterColumn(name = "Total", jsonPath = ".status.totalIPs", type = INTEGER)
@AdditionalPrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = DATE)
public final class NetworkPool extends CustomResource<NetworkPoolSpec, NetworkPoolStatus> implements Namespaced {}
