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

/** A request for a load balancer of a control plane. */
@Group(ApiGroup.NAME)
@Version(ApiGroup.VERSION)
@ShortNames("lbr")
@JsonClassDescription("A request for a load balancer of a control plane.")
@AdditionalPrinterColumn(name = "Cluster", jsonPath = ".spec.clusterName")
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase")
@AdditionalPrinterColumn(name = "Endpoint", jsonPath = ".status.endpoint")
@AdditionalPrinterColumn(name = "Targets", jsonPath = ".status.registeredTargets", type = INTEGER)
@AdditionalPrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = DATE)
public final class LoadBalancerRequest extends CustomResource<LoadBalancerRequestSpec, LoadBalancerRequestStatus>
        implements Namespaced {}
