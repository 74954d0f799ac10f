package dev.butlerlabs.core.api;

import static io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type.DATE;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A request for a machine, independent of the infrastructure. */
@Group(ApiGroup.NAME)
@Version(ApiGroup.VERSION)
@ShortNames("mr")
@JsonClassDescription("A request for a machine.")
@AdditionalPrinterColumn(name = "Machine", jsonPath = ".spec.machineName")
@AdditionalPrinterColumn(name = "Role", jsonPath = ".spec.role")
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase")
@AdditionalPrinterColumn(name = "IP", jsonPath = ".status.ipAddress")
@AdditionalPrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = DATE)
public final class MachineRequest extends CustomResource<MachineRequestSpec, MachineRequestStatus>
        implements Namespaced {}
