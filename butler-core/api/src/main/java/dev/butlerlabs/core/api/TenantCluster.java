package dev.butlerlabs.core.api;

import static io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type.DATE;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A Kubernetes cluster for a team: its control plane hosted in the management cluster, its workers on an infrastructure. */
@Group(ApiGroup.NAME)
@Version(ApiGroup.VERSION)
@ShortNames("tc")
@JsonClassDescription("A Kubernetes cluster for a team, hosted by the management cluster.")
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase")
@AdditionalPrinterColumn(name = "K8s Version", jsonPath = ".spec.kubernetesVersion")
@AdditionalPrinterColumn(name = "Workers", jsonPath = ".status.observedState.workers.ready")
@AdditionalPrinterColumn(name = "Endpoint", jsonPath = ".status.controlPlaneEndpoint")
@AdditionalPrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = DATE)
public final class TenantCluster extends CustomResource<TenantClusterSpec, TenantClusterStatus> implements Namespaced {}
