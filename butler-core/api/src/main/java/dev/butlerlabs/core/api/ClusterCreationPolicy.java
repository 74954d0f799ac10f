package dev.butlerlabs.core.api;

import static io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type.DATE;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** What may be chosen when a tenant cluster is made. */
@Group(ApiGroup.NAME)
@Version(ApiGroup.VERSION)
@ShortNames("ccp")
@JsonClassDescription("What may be chosen when a tenant cluster is made.")
@AdditionalPrinterColumn(name = "Team", jsonPath = ".spec.scope.team.teamRef.name")
@AdditionalPrinterColumn(name = "Env", jsonPath = ".spec.scope.teamAndEnvironment.environmentName")
@AdditionalPrinterColumn(name = "Providers", jsonPath = ".spec.targetProviders")
@AdditionalPrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = DATE)
public final class ClusterCreationPolicy
        extends CustomResource<ClusterCreationPolicySpec, ClusterCreationPolicyStatus> {}
