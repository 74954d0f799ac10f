package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** When backups are created, and where they are stored. */
@ApiRecord
@JsonClassDescription("When backups are created, and where they are stored.")
public record BackupScheduleSpec(
        @Required
        @Size(max = 100)
        @Pattern("^[0-9*,/-]+ [0-9*,/-]+ [0-9*,/-]+ [0-9A-Za-z*,/-]+ [0-9A-Za-z*,/-]+$")
        @JsonPropertyDescription("Cron expression in UTC with minute, hour, day of month, month and day of week.")
        String schedule,

        @Required
        @Size(max = 1024)
        @Pattern("^(s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/.*)?|/.*)$")
        @JsonPropertyDescription(
                "s3://BUCKET/PREFIX, or a directory of the controllers, which must be a mounted volume.")
        String location,

        @JsonPropertyDescription("Connection to the S3-compatible storage.")
        S3 s3,

        @Required
        @JsonPropertyDescription(
                "Secret with the field key (32 bytes) or passphrase, which encrypts the backups. Backups do not contain it.")
        LocalReference keySecretRef,

        @Min(1)
        @Max(10000)
        @JsonPropertyDescription(
                "Number of backups of this cluster to keep in the location. Older ones are deleted when a new one is stored. Defaults to all.")
        Integer keepLast,

        @Default("false") @JsonPropertyDescription("Whether to create no further backups.")
        Boolean suspend,

        @Default("true") @JsonPropertyDescription("Whether backups contain the etcd snapshot.")
        Boolean includeEtcd) {

    /** The connection to S3-compatible storage. */
    @ApiRecord
    public record S3(
            @Pattern(FieldPatterns.WEB_URL) @JsonPropertyDescription("URL of the server. Defaults to AWS.")
            String endpoint,

            @JsonPropertyDescription("Region of the bucket. Defaults to us-east-1.")
            String region,

            @Required
            @JsonPropertyDescription("Secret with the fields accessKeyID, secretAccessKey and optionally sessionToken.")
            LocalReference credentialsSecretRef) {}
}
