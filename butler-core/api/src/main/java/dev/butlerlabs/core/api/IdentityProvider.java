package dev.butlerlabs.core.api;

import static io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type.DATE;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** An identity provider for user login. */
@Group(ApiGroup.NAME)
@Version(ApiGroup.VERSION)
@ShortNames("idp")
@JsonClassDescription("An identity provider for user login.")
@AdditionalPrinterColumn(name = "Type", jsonPath = ".spec.type")
@AdditionalPrinterColumn(name = "Issuer", jsonPath = ".spec.oidc.issuerURL")
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase")
@AdditionalPrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = DATE)
public final class IdentityProvider extends CustomResource<IdentityProviderSpec, IdentityProviderStatus> {}
