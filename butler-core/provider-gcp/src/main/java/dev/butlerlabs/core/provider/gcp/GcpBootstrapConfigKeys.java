package dev.butlerlabs.core.provider.gcp;

import static dev.butlerlabs.core.config.ConfigValueTypes.fileContent;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigKey;
import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.ProviderSectionValues;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The keys of {@code providerConfig.gcp} in a bootstrap file: the settings, and the file with the service account key. */
final class GcpBootstrapConfigKeys {
    static final ConfigKey<SensitiveText> KEY_FILE = ConfigKey.optional(
            "serviceAccountKeyPath",
            fileContent(),
            "File with the JSON key of a service account. Defaults to the application default credentials.");

    static final ConfigKeys KEYS = ConfigKeys.of(
            Stream.concat(Stream.of(KEY_FILE), GcpSettingsKeys.ALL.stream()).toArray(ConfigKey<?>[]::new));

    private GcpBootstrapConfigKeys() {}

    static Optional<ProviderSectionValues> read(ConfigSettings given, ApplicationDefaultCredentials defaults) {
        int before = given.section().problems().problems().size();
        GcpSettingsKeys.check(given);
        Optional<SensitiveText> key = isMetadata(given) ? Optional.empty() : key(given, defaults);
        given.find(GcpSettingsKeys.ENDPOINT)
                .filter(GcpBootstrapConfigKeys::isReadByOthers)
                .ifPresent(_ -> given.warn(
                        GcpSettingsKeys.ENDPOINT,
                        "is not encrypted, but machine configurations with secrets are sent there",
                        "use https"));
        return given.section().problems().problems().size() == before
                ? Optional.of(new ProviderSectionValues(settings(given), credentials(key)))
                : Optional.empty();
    }

    private static boolean isMetadata(ConfigSettings given) {
        return given.find(GcpSettingsKeys.TOKEN_SOURCE)
                .filter(GcpSettingsKeys.METADATA::equals)
                .isPresent();
    }

    private static Optional<SensitiveText> key(ConfigSettings given, ApplicationDefaultCredentials defaults) {
        if (given.isGiven(KEY_FILE)) {
            Optional<SensitiveText> text = given.find(KEY_FILE);
            text.ifPresent(content -> reportUnusable(given, content));
            return text;
        }
        Optional<ApplicationDefaultCredentials.Found> found = defaults.find();
        if (found.isEmpty()) {
            given.report(
                    KEY_FILE,
                    "is missing, and no application default credentials were found",
                    "set it to the JSON key of a service account, set GOOGLE_APPLICATION_CREDENTIALS, or run gcloud auth application-default login");
            return Optional.empty();
        }
        reportUnusable(given, found.get().content());
        given.warn(
                KEY_FILE,
                "is not set; the credentials in %s are used and stored in the cluster"
                        .formatted(found.get().origin()),
                "set it to the key of a service account of its own");
        return Optional.of(found.get().content());
    }

    private static void reportUnusable(ConfigSettings given, SensitiveText content) {
        try {
            GoogleCredentials.parse(content);
        } catch (ButlerException e) {
            given.report(KEY_FILE, e.getMessage(), e.hint());
        }
    }

    private static boolean isReadByOthers(String endpoint) {
        return endpoint.startsWith("http://")
                && !endpoint.startsWith("http://127.")
                && !endpoint.startsWith("http://localhost");
    }

    private static Map<String, Object> settings(ConfigSettings given) {
        Map<String, Object> settings = new LinkedHashMap<>();
        GcpSettingsKeys.ALL.stream()
                .filter(given::isGiven)
                .forEach(key -> given.find(key).ifPresent(value -> settings.put(key.name(), value)));
        return settings;
    }

    /** A ProviderConfig must refer to a Secret, also if Butler gets its tokens from the metadata server and needs no key. */
    private static Credentials credentials(Optional<SensitiveText> key) {
        return new Credentials(key.map(text -> Map.of(GcpProvider.SERVICE_ACCOUNT_KEY, text))
                .orElseGet(() ->
                        Map.of(GcpSettingsKeys.TOKEN_SOURCE.name(), new SensitiveText(GcpSettingsKeys.METADATA))));
    }
}
