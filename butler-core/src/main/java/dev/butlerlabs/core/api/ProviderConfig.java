package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** An infrastructure Butler may make machines on: where it is, how to log in, and what may be used of it. */
@Group(ApiGroup.NAME)
@Version(ApiGroup.VERSION)
@ShortNames("pc")
@JsonClassDescription("An infrastructure Butler may make machines on.")
@AdditionalPrinterColumn(name = "Provider", jsonPath = ".spec.provider")
@AdditionalPrinterColumn(name = "Scope", jsonPath = ".spec.scope.type")
@AdditionalPrinterColumn(name = "Ready", jsonPath = ".status.ready", type = Type.BOOLEAN)
@AdditionalPrinterColumn(name = "Validated", jsonPath = ".status.validated", type = Type.BOOLEAN)
@AdditionalPrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = Type.DATE)
public final class ProviderConfig extends CustomResource<ProviderConfigSpec, ProviderConfigStatus>
        implements Namespaced {}
