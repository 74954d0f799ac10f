package dev.butlerlabs.core.api;

import static io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type.DATE;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** The bootstrap of a management cluster. */
@Group(ApiGroup.NAME)
@Version(ApiGroup.VERSION)
@ShortNames("cb")
@JsonClassDescription("The bootstrap of a management cluster.")
@ValidationRule(
        value = "!has(self.spec.controlPlaneExposure) || self.spec.controlPlaneExposure.mode != 'Ingress'"
                + " || self.spec.controlPlaneExposure.hostname != ''",
        message = "Exposure through an Ingress needs controlPlaneExposure.hostname.")
@ValidationRule(
        value = "!has(self.spec.controlPlaneExposure) || self.spec.controlPlaneExposure.mode != 'Gateway'"
                + " || self.spec.controlPlaneExposure.hostname != ''",
        message = "Exposure through a Gateway needs controlPlaneExposure.hostname.")
@ValidationRule(
        value = "!has(self.spec.controlPlaneExposure) || self.spec.controlPlaneExposure.mode != 'Gateway'"
                + " || self.spec.controlPlaneExposure.gatewayRef != ''",
        message = "Exposure through a Gateway needs controlPlaneExposure.gatewayRef.")
@AdditionalPrinterColumn(name = "Cluster", jsonPath = ".spec.cluster.name")
@AdditionalPrinterColumn(name = "Topology", jsonPath = ".spec.cluster.topology")
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase")
@AdditionalPrinterColumn(name = "Endpoint", jsonPath = ".status.controlPlaneEndpoint")
@AdditionalPrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = DATE)
public final class ClusterBootstrap extends CustomResource<ClusterBootstrapSpec, ClusterBootstrapStatus>
        implements Namespaced {}
