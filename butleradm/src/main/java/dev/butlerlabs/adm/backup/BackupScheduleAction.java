package dev.butlerlabs.adm.backup;

import dev.butlerlabs.core.api.BackupSchedule;
import dev.butlerlabs.core.api.BackupScheduleSpec;
import dev.butlerlabs.core.api.BackupScheduleSpecBuilder;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.backup.archive.KeySource;
import dev.butlerlabs.core.backup.schedule.BackupScheduleSecrets;
import dev.butlerlabs.core.backup.storage.S3Settings;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.backup.BackupKeyOptions;
import dev.butlerlabs.core.cli.backup.BackupStorageOptions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Creates and changes a BackupSchedule with its Secrets. */
final class BackupScheduleAction {
    private static final String NAME = "[a-z0-9]([a-z0-9-]{0,40}[a-z0-9])?";
    private static final String LOCATION = "s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/.*)?|/.*";
    private static final int MOST_KEPT = 10_000;

    private final CommandContext session;
    private final BackupScheduleClient schedules;
    private final BackupKeyOptions keys;
    private final BackupStorageOptions storages;

    BackupScheduleAction(
            CommandContext session,
            BackupScheduleClient schedules,
            BackupKeyOptions keys,
            BackupStorageOptions storages) {
        this.session = session;
        this.schedules = schedules;
        this.keys = keys;
        this.storages = storages;
    }

    /** What is requested; absent values keep those of an existing schedule. */
    record Change(
            Optional<String> schedule,
            Optional<String> location,
            Optional<Integer> kept,
            Optional<Boolean> etcd,
            boolean suspends,
            boolean resumes) {}

    Optional<BackupSchedule> find(String name) {
        return schedules.find(name);
    }

    /** @throws ButlerException if the request is not valid; nothing is changed then */
    BackupScheduleSpec set(String name, Optional<BackupScheduleSpec> existing, Change change) {
        validate(name, existing, change);
        String location =
                change.location().orElseGet(() -> existing.orElseThrow().location());
        requireUnshared(name, location);
        boolean isS3 = location.startsWith("s3:");
        Optional<BackupKeyOptions.Secret> key = existing.isEmpty() || keys.isGiven()
                ? Optional.of(keys.secret(session, existing.isEmpty()))
                : Optional.empty();
        Optional<S3Settings> s3 =
                isS3 && isStorageGiven(existing) ? Optional.of(storages.settings(session)) : Optional.empty();
        BackupScheduleSpec unkeyed = spec(name, existing, change, location, s3);
        BackupScheduleSpec spec = key.isEmpty()
                ? unkeyed
                : BackupScheduleSpecBuilder.builder(unkeyed)
                        .keySecretRef(new LocalReference(BackupScheduleSecrets.keyName(name)))
                        .build();
        s3.ifPresent(
                settings -> schedules.applySecret(BackupScheduleSecrets.credentialsName(name), credentials(settings)));
        key.ifPresent(secret ->
                schedules.applySecret(BackupScheduleSecrets.keyName(name), Map.of(field(secret), secret.base64())));
        schedules.apply(name, spec);
        if (key.isPresent() && existing.isPresent()) {
            session.messages().print("Backups that were created before keep their key: keep it as long as them.");
        }
        return spec;
    }

    private static void validate(String name, Optional<BackupScheduleSpec> existing, Change change) {
        List<InputProblem> problems = new ArrayList<>();
        if (!name.matches(NAME)) {
            problems.add(new InputProblem(
                    "--name", "invalid value \"%s\"".formatted(name), "use lower-case letters, digits and hyphens"));
        }
        if (existing.isEmpty() && change.schedule().isEmpty()) {
            problems.add(new InputProblem("--every", "is required for a new schedule", "or pass --at or --schedule"));
        }
        if (existing.isEmpty() && change.location().isEmpty()) {
            problems.add(new InputProblem("--to", "is required for a new schedule"));
        }
        change.location()
                .filter(text -> !text.matches(LOCATION))
                .ifPresent(
                        text -> problems.add(
                                new InputProblem(
                                        "--to",
                                        "invalid value \"%s\"".formatted(text),
                                        "use s3://BUCKET/PREFIX, or the absolute path of a volume of the controllers such as /backups")));
        change.kept()
                .filter(count -> count < 1 || count > MOST_KEPT)
                .ifPresent(count -> problems.add(new InputProblem(
                        "--keep-last", "invalid value \"%d\": must be from 1 to %d".formatted(count, MOST_KEPT))));
        if (change.suspends() && change.resumes()) {
            problems.add(new InputProblem("--suspend", "excludes --resume"));
        }
        if (!problems.isEmpty()) {
            throw new ButlerException(ErrorCode.USAGE, "Invalid options:", "", problems, null);
        }
    }

    /** The retention of one schedule would delete the backups of the other. */
    private void requireUnshared(String name, String location) {
        schedules.list().stream()
                .filter(other -> !other.getMetadata().getName().equals(name))
                .filter(other -> withoutSlash(other.getSpec().location()).equals(withoutSlash(location)))
                .findFirst()
                .ifPresent(other -> {
                    throw new ButlerException(
                            ErrorCode.CONFLICT,
                            "Backup schedule \"%s\" has the same location."
                                    .formatted(other.getMetadata().getName()),
                            "Use another prefix or directory: --keep-last deletes old backups of the whole location.");
                });
    }

    private static String withoutSlash(String location) {
        return location.replaceFirst("/+$", "");
    }

    private boolean isStorageGiven(Optional<BackupScheduleSpec> existing) {
        boolean hasStored = existing.map(BackupScheduleSpec::s3).isPresent();
        return !hasStored
                || storages.isGiven()
                || session.terminal().environment("AWS_ACCESS_KEY_ID").isPresent();
    }

    private static BackupScheduleSpec spec(
            String name,
            Optional<BackupScheduleSpec> existing,
            Change change,
            String location,
            Optional<S3Settings> s3) {
        BackupScheduleSpecBuilder spec = existing.map(BackupScheduleSpecBuilder::builder)
                .orElseGet(() ->
                        BackupScheduleSpecBuilder.builder().includeEtcd(true).suspend(false));
        change.schedule().ifPresent(spec::schedule);
        spec.location(location);
        if (!location.startsWith("s3:")) {
            spec.s3(null);
        }
        s3.ifPresent(settings -> spec.s3(new BackupScheduleSpec.S3(
                settings.endpoint().map(URI::toString).orElse(null),
                settings.region(),
                new LocalReference(BackupScheduleSecrets.credentialsName(name)))));
        change.kept().ifPresent(spec::keepLast);
        change.etcd().ifPresent(spec::includeEtcd);
        if (change.suspends() || change.resumes()) {
            spec.suspend(change.suspends());
        }
        return spec.build();
    }

    private static String field(BackupKeyOptions.Secret secret) {
        return secret.source() == KeySource.KEY_FILE ? BackupScheduleSecrets.KEY : BackupScheduleSecrets.PASSPHRASE;
    }

    private static Map<String, String> credentials(S3Settings settings) {
        Map<String, String> fields = new HashMap<>();
        fields.put(BackupScheduleSecrets.ACCESS_KEY, base64(settings.accessKey()));
        fields.put(BackupScheduleSecrets.SECRET_KEY, base64(settings.secretKey()));
        settings.sessionToken().ifPresent(token -> fields.put(BackupScheduleSecrets.SESSION_TOKEN, base64(token)));
        return fields;
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
