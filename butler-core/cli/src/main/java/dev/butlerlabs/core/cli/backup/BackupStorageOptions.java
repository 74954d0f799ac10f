package dev.butlerlabs.core.cli.backup;

import dev.butlerlabs.core.backup.storage.BackupLocation;
import dev.butlerlabs.core.backup.storage.BackupStorage;
import dev.butlerlabs.core.backup.storage.S3Settings;
import dev.butlerlabs.core.cli.CommandContext;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options for S3-compatible storage. Credentials come from the environment variables of the AWS tools. */
public final class BackupStorageOptions {
    @Option(
            names = "--s3-endpoint",
            paramLabel = "URL",
            description =
                    "S3-compatible server to use instead of AWS (default: AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL).")
    private Optional<String> endpoint = Optional.empty();

    @Option(
            names = "--s3-region",
            paramLabel = "REGION",
            description = "Region of the bucket (default: AWS_REGION, AWS_DEFAULT_REGION, us-east-1).")
    private Optional<String> region = Optional.empty();

    /** Opens a directory or {@code s3://bucket/prefix}. */
    public BackupStorage storage(CommandContext session, String location) {
        return BackupLocation.storage(location, () -> settings(session), session.clock());
    }

    /** Returns whether a server or region is given. */
    public boolean isGiven() {
        return endpoint.isPresent() || region.isPresent();
    }

    /**
     * Returns how S3-compatible storage is accessed.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if credentials are missing or the server is not valid
     */
    public S3Settings settings(CommandContext session) {
        return S3Settings.of(endpoint, region, name -> session.terminal().environment(name));
    }

    /** Opens a backup by its path or URL. */
    public BackupStorage.LocalCopy open(CommandContext session, String backup) {
        BackupLocation location = BackupLocation.ofBackup(backup);
        return storage(session, location.parent()).open(location.name());
    }
}
