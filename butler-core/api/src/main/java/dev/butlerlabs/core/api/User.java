package dev.butlerlabs.core.api;

import static io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type.BOOLEAN;
import static io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type.DATE;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A user of the platform. */
@Group(ApiGroup.NAME)
@Version(ApiGroup.VERSION)
@ShortNames("usr")
@JsonClassDescription("A user of the platform.")
@AdditionalPrinterColumn(name = "Email", jsonPath = ".spec.email")
@AdditionalPrinterColumn(name = "Display Name", jsonPath = ".spec.displayName")
@AdditionalPrinterColumn(name = "Auth", jsonPath = ".spec.authType")
@AdditionalPrinterColumn(name = "Platform Admin", jsonPath = ".spec.isPlatformAdmin", type = BOOLEAN)
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase")
@AdditionalPrinterColumn(name = "Last Login", jsonPath = ".status.lastLoginTime", type = DATE)
@AdditionalPrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = DATE)
public final class User extends CustomResource<UserSpec, UserStatus> {}
