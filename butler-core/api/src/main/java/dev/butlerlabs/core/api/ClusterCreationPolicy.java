package dev.butlerlabs.core.api;

import static io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type.DATE;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A policy for the options of new tenant clusters. */
@Group(ApiGroup.NAME)
@Version(ApiGroup.VERSION)
@ShortNames("ccp")
@JsonClassDescription("A policy for the options of new tenant clusters.")
@AdditionalPrinterColumn(name = "Team", jsonPath = ".spec.scope.team.teamRef.name")
@AdditionalPrinterColumn(name = "Env", jsonPath = ".spec.scope.teamAndEnvironment.environmentName")
@AdditionalPrinterColumn(name = "Providers", jsonPath = ".spec.targetProviders")
@AdditionalPrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = DATE)
public final class ClusterCreationPolicy
        extends CustomResource<ClusterCreationPolicySpec, ClusterCreationPolicyStatus> {}
