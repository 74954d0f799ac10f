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

/** An infrastructure provider with its endpoint, credentials and settings. */
@Group(ApiGroup.NAME)
@Version(ApiGroup.VERSION)
@ShortNames("pc")
@JsonClassDescription("An infrastructure provider with its endpoint, credentials and settings.")
@AdditionalPrinterColumn(name = "Provider", jsonPath = ".spec.provider")
@AdditionalPrinterColumn(name = "Scope", jsonPath = ".spec.scope.type")
@AdditionalPrinterColumn(name = "Ready", jsonPath = ".status.ready", type = BOOLEAN)
@AdditionalPrinterColumn(name = "Validated", jsonPath = ".status.validated", type = BOOLEAN)
@AdditionalPrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = DATE)
public final class ProviderConfig extends CustomResource<ProviderConfigSpec, ProviderConfigStatus>
        implements Namespaced {}
