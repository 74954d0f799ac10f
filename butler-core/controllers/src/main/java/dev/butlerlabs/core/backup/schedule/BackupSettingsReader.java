package dev.butlerlabs.core.backup.schedule;

import dev.butlerlabs.core.api.BackupSchedule;
import dev.butlerlabs.core.api.BackupScheduleSpec;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.backup.archive.BackupKey;
import dev.butlerlabs.core.backup.storage.S3Settings;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads the spec and the Secrets of a BackupSchedule. */
final class BackupSettingsReader {
    private static final String KEY = "spec.keySecretRef";
    private static final String CREDENTIALS = "spec.s3.credentialsSecretRef";

    private final KubernetesClient client;

    BackupSettingsReader(KubernetesClient client) {
        this.client = client;
    }

    /**
     * Reads the settings.
     *
     * @throws ButlerException if anything is missing or not valid; it lists every problem
     */
    BackupSettings read(BackupSchedule schedule) {
        if (!Namespaces.SYSTEM.equals(schedule.getMetadata().getNamespace())) {
            // A user who may create objects in another namespace must not receive all Secrets of the platform.
            throw ButlerException.invalid(
                    "The schedule is ignored:",
                    List.of(new InputProblem(
                            "metadata.namespace",
                            "must be %s".formatted(Namespaces.SYSTEM),
                            "create the BackupSchedule there")));
        }
        List<InputProblem> problems = new ArrayList<>();
        BackupScheduleSpec spec = schedule.getSpec();
        Optional<CronExpression> expression = expression(spec, problems);
        Optional<BackupKey> key = secret(KEY, spec.keySecretRef(), problems).flatMap(data -> key(data, problems));
        Optional<S3Settings> s3 = spec.location().startsWith("s3:") ? s3(spec, problems) : Optional.empty();
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("The schedule is not valid:", problems);
        }
        return new BackupSettings(expression.orElseThrow(), spec.location(), s3, key.orElseThrow());
    }

    private static Optional<CronExpression> expression(BackupScheduleSpec spec, List<InputProblem> problems) {
        try {
            return Optional.of(CronExpression.parse(spec.schedule()));
        } catch (IllegalArgumentException e) {
            problems.add(new InputProblem("spec.schedule", e.getMessage()));
            return Optional.empty();
        }
    }

    private static Optional<BackupKey> key(Map<String, byte[]> data, List<InputProblem> problems) {
        byte[] key = data.get(BackupScheduleSecrets.KEY);
        String passphrase = firstLine(data.get(BackupScheduleSecrets.PASSPHRASE));
        if (key == null == passphrase.isEmpty()) {
            problems.add(new InputProblem(
                    KEY,
                    key == null ? "the Secret has no key" : "the Secret has both a key and a passphrase",
                    "set either the field key, with 32 bytes, or the field passphrase"));
            return Optional.empty();
        }
        if (key != null && key.length != BackupKey.KEY_FILE_BYTES) {
            problems.add(new InputProblem(KEY, "the field key of the Secret does not have 32 bytes"));
            return Optional.empty();
        }
        return Optional.of(key == null ? BackupKey.passphrase(passphrase) : BackupKey.keyFile(key));
    }

    private Optional<S3Settings> s3(BackupScheduleSpec spec, List<InputProblem> problems) {
        if (spec.s3() == null || spec.s3().credentialsSecretRef() == null) {
            problems.add(new InputProblem(CREDENTIALS, "is required for a location in S3"));
            return Optional.empty();
        }
        Optional<URI> endpoint = Optional.ofNullable(spec.s3().endpoint()).flatMap(text -> endpoint(text, problems));
        return secret(CREDENTIALS, spec.s3().credentialsSecretRef(), problems)
                .map(data -> new S3Settings(
                        endpoint,
                        Optional.ofNullable(spec.s3().region()).orElse(S3Settings.DEFAULT_REGION),
                        required(data, BackupScheduleSecrets.ACCESS_KEY, problems),
                        required(data, BackupScheduleSecrets.SECRET_KEY, problems),
                        Optional.of(firstLine(data.get(BackupScheduleSecrets.SESSION_TOKEN)))
                                .filter(token -> !token.isEmpty())));
    }

    private static Optional<URI> endpoint(String text, List<InputProblem> problems) {
        Optional<URI> endpoint = S3Settings.endpoint(text);
        if (endpoint.isEmpty()) {
            problems.add(new InputProblem("spec.s3.endpoint", "must be an https URL"));
        }
        return endpoint;
    }

    private static String required(Map<String, byte[]> data, String field, List<InputProblem> problems) {
        String value = firstLine(data.get(field));
        if (value.isEmpty()) {
            problems.add(new InputProblem(CREDENTIALS, "the Secret has no field %s".formatted(field)));
        }
        return value;
    }

    private static String firstLine(byte[] value) {
        return value == null
                ? ""
                : new String(value, StandardCharsets.UTF_8).lines().findFirst().orElse("");
    }

    private Optional<Map<String, byte[]>> secret(String path, LocalReference reference, List<InputProblem> problems) {
        String name = reference.name();
        Optional<Secret> secret = Optional.ofNullable(KubeErrorMapper.translating(
                "reading Secret " + name,
                () -> client.secrets()
                        .inNamespace(Namespaces.SYSTEM)
                        .withName(name)
                        .get()));
        if (secret.isEmpty()) {
            problems.add(new InputProblem(
                    path,
                    "Secret %s/%s does not exist".formatted(Namespaces.SYSTEM, name),
                    "butleradm backup schedule set creates it"));
        }
        return secret.map(found -> Optional.ofNullable(found.getData()).orElse(Map.of()))
                .map(BackupSettingsReader::decoded);
    }

    private static Map<String, byte[]> decoded(Map<String, String> data) {
        return data.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> Base64.getDecoder().decode(entry.getValue())));
    }
}
