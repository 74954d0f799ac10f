package dev.butlerlabs.core.api;

import static io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type.DATE;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A request for a contiguous address range from a NetworkPool for a tenant cluster. */
@Group(ApiGroup.NAME)
@Version(ApiGroup.VERSION)
@ShortNames("ipa")
@JsonClassDescription("A request for a contiguous address range from a NetworkPool for a tenant cluster.")
@AdditionalPrinterColumn(name = "Pool", jsonPath = ".spec.poolRef.name")
@AdditionalPrinterColumn(name = "Cluster", jsonPath = ".spec.tenantClusterRef.name")
@AdditionalPrinterColumn(name = "Type", jsonPath = ".spec.type")
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase")
@AdditionalPrinterColumn(name = "Start", jsonPath = ".status.startAddress")
@AdditionalPrinterColumn(name = "End", jsonPath = ".status.endAddress")
@AdditionalPrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = DATE)
public final class IPAllocation extends CustomResource<IPAllocationSpec, IPAllocationStatus> implements Namespaced {}
