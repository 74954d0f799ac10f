package dev.butlerlabs.core.api;

import static io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type.BOOLEAN;
import static io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type.DATE;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A development workspace on a tenant cluster with SSH access. */
@Group(ApiGroup.NAME)
@Version(ApiGroup.VERSION)
@ShortNames("ws")
@JsonClassDescription("A development workspace on a tenant cluster with SSH access.")
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase")
@AdditionalPrinterColumn(name = "Cluster", jsonPath = ".spec.clusterRef.name")
@AdditionalPrinterColumn(name = "Owner", jsonPath = ".spec.owner")
@AdditionalPrinterColumn(name = "Image", jsonPath = ".spec.image")
@AdditionalPrinterColumn(name = "Connected", jsonPath = ".status.connected", type = BOOLEAN)
@AdditionalPrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = DATE)
public final class Workspace extends CustomResource<WorkspaceSpec, WorkspaceStatus> implements Namespaced {}
