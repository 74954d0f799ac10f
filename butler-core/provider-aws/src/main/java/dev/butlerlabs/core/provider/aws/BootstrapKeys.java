package dev.butlerlabs.core.provider.aws;

import static dev.butlerlabs.core.config.Shapes.secret;
import static dev.butlerlabs.core.config.Shapes.text;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.Key;
import dev.butlerlabs.core.config.Keys;
import dev.butlerlabs.core.config.Settings;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.ProviderSetup;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The keys of {@code providerConfig.aws} in a bootstrap file: the settings, the credentials, and a single subnet or security
 * group instead of a list.
 */
final class BootstrapKeys {
    private static final Key<String> ACCESS_KEY_ID = Key.required(
            AwsClients.ACCESS_KEY_ID, text("^[A-Za-z0-9]{4,128}$", "an access key ID"), "Access key ID.");
    private static final Key<SensitiveText> SECRET_ACCESS_KEY =
            Key.required(AwsClients.SECRET_ACCESS_KEY, secret(), "Secret access key.");
    private static final Key<SensitiveText> SESSION_TOKEN =
            Key.optional(AwsClients.SESSION_TOKEN, secret(), "Session token of temporary credentials.");
    private static final Key<String> SUBNET =
            Key.optional("subnetID", SettingsKeys.SUBNET, "Single subnet, instead of subnetIDs.");
    private static final Key<String> SECURITY_GROUP = Key.optional(
            "securityGroupID", SettingsKeys.SECURITY_GROUP, "Single security group, instead of securityGroupIDs.");

    /** The keys that are copied unchanged. */
    private static final List<Key<?>> COPIED = List.of(
            SettingsKeys.REGION,
            SettingsKeys.ENDPOINT,
            SettingsKeys.VPC,
            SettingsKeys.INSTANCE_TYPE,
            SettingsKeys.AMI,
            SettingsKeys.IMAGE_OWNER,
            SettingsKeys.PUBLIC_ADDRESS,
            SettingsKeys.BALANCER_SCHEME);

    static final Keys KEYS = Keys.of(
            ACCESS_KEY_ID,
            SECRET_ACCESS_KEY,
            SESSION_TOKEN,
            SettingsKeys.REGION,
            SettingsKeys.ENDPOINT,
            SettingsKeys.VPC,
            SUBNET,
            SettingsKeys.SUBNETS,
            SECURITY_GROUP,
            SettingsKeys.SECURITY_GROUPS,
            SettingsKeys.INSTANCE_TYPE,
            SettingsKeys.AMI,
            SettingsKeys.IMAGE_OWNER,
            SettingsKeys.ARCHITECTURE,
            SettingsKeys.PUBLIC_ADDRESS,
            SettingsKeys.BALANCER_SCHEME);

    private BootstrapKeys() {}

    static Optional<ProviderSetup> read(Settings given) {
        oneOfTwo(given, SUBNET, SettingsKeys.SUBNETS);
        oneOfTwo(given, SECURITY_GROUP, SettingsKeys.SECURITY_GROUPS);
        given.find(SettingsKeys.ENDPOINT)
                .filter(BootstrapKeys::isReadByOthers)
                .ifPresent(endpoint -> given.warn(
                        SettingsKeys.ENDPOINT,
                        "is not encrypted, but machine configurations with secrets are sent there",
                        "use https"));
        return given.section().problems().isEmpty()
                ? Optional.of(new ProviderSetup(settings(given), credentials(given)))
                : Optional.empty();
    }

    private static void oneOfTwo(Settings given, Key<?> one, Key<?> several) {
        if (given.isGiven(one) && given.isGiven(several)) {
            given.report(one, "cannot be combined with " + several.name(), "use " + several.name() + " only");
        }
    }

    private static boolean isReadByOthers(String endpoint) {
        return endpoint.startsWith("http://")
                && !endpoint.startsWith("http://127.")
                && !endpoint.startsWith("http://localhost");
    }

    private static Map<String, Object> settings(Settings given) {
        Map<String, Object> settings = new LinkedHashMap<>();
        for (Key<?> key : COPIED) {
            if (given.isGiven(key)) {
                given.find(key).ifPresent(value -> settings.put(key.name(), value));
            }
        }
        list(given, SUBNET, SettingsKeys.SUBNETS).ifPresent(ids -> settings.put(SettingsKeys.SUBNETS.name(), ids));
        list(given, SECURITY_GROUP, SettingsKeys.SECURITY_GROUPS)
                .ifPresent(ids -> settings.put(SettingsKeys.SECURITY_GROUPS.name(), ids));
        if (given.isGiven(SettingsKeys.ARCHITECTURE)) {
            settings.put(
                    SettingsKeys.ARCHITECTURE.name(),
                    given.get(SettingsKeys.ARCHITECTURE).word());
        }
        return settings;
    }

    private static Optional<List<String>> list(Settings given, Key<String> one, Key<List<String>> several) {
        return given.find(several).or(() -> given.find(one).map(List::of));
    }

    private static Credentials credentials(Settings given) {
        Map<String, SensitiveText> values = new HashMap<>();
        values.put(AwsClients.ACCESS_KEY_ID, new SensitiveText(given.get(ACCESS_KEY_ID)));
        values.put(AwsClients.SECRET_ACCESS_KEY, given.get(SECRET_ACCESS_KEY));
        given.find(SESSION_TOKEN).ifPresent(token -> values.put(AwsClients.SESSION_TOKEN, token));
        return new Credentials(values);
    }
}
