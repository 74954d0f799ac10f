package dev.butlerlabs.core.api;

import static io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type.DATE;
import static io.fabric8.crd.generator.annotation.AdditionalPrinterColumn.Type.INTEGER;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** Regular backups of the management cluster. */
@Group(ApiGroup.NAME)
@Version(ApiGroup.VERSION)
@ShortNames("bs")
@JsonClassDescription("Regular backups of the management cluster.")
@ValidationRule(
        value = "!self.spec.location.startsWith('s3://') || has(self.spec.s3)",
        message = "A location in S3 needs s3.credentialsSecretRef.")
@AdditionalPrinterColumn(name = "Schedule", jsonPath = ".spec.schedule")
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase")
@AdditionalPrinterColumn(name = "Last Backup", jsonPath = ".status.lastBackup.time", type = DATE)
@AdditionalPrinterColumn(name = "Next", jsonPath = ".status.nextTime")
@AdditionalPrinterColumn(name = "Kept", jsonPath = ".status.keptBackups", type = INTEGER, priority = 1)
@AdditionalPrinterColumn(name = "Location", jsonPath = ".spec.location", priority = 1)
@AdditionalPrinterColumn(name = "Age", jsonPath = ".metadata.creationTimestamp", type = DATE)
public final class BackupSchedule extends CustomResource<BackupScheduleSpec, BackupScheduleStatus>
        implements Namespaced {}
