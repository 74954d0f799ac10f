package dev.butlerlabs.core.api;

import static io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type.DATE;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A template for workspaces. */
@Group(ApiGroup.NAME)
@Version(ApiGroup.VERSION)
@ShortNames("wst")
@JsonClassDescription("A template for workspaces.")
@AdditionalPrinterColumn(name = "Display Name", jsonPath = ".spec.displayName")
@AdditionalPrinterColumn(name = "Image", jsonPath = ".spec.template.image")
@AdditionalPrinterColumn(name = "Category", jsonPath = ".spec.category")
@AdditionalPrinterColumn(name = "Scope", jsonPath = ".spec.scope")
@AdditionalPrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = DATE)
public final class WorkspaceTemplate extends CustomResource<WorkspaceTemplateSpec, Void> implements Namespaced {}
