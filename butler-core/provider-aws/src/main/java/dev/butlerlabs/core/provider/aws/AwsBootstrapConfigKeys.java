package dev.butlerlabs.core.provider.aws;

import static dev.butlerlabs.core.config.ConfigValueTypes.secret;
import static dev.butlerlabs.core.config.ConfigValueTypes.text;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigKey;
import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.ProviderSectionValues;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The keys of {@code providerConfig.aws} in a bootstrap file: the settings, the credentials, and a single subnet or security
 * group instead of a list.
 */
final class AwsBootstrapConfigKeys {
    static final ConfigKey<String> ACCESS_KEY_ID = ConfigKey.required(
            AwsClients.ACCESS_KEY_ID, text("^[A-Za-z0-9]{4,128}$", "an access key ID"), "Access key ID.");
    static final ConfigKey<SensitiveText> SECRET_ACCESS_KEY =
            ConfigKey.required(AwsClients.SECRET_ACCESS_KEY, secret(), "Secret access key.");
    static final ConfigKey<SensitiveText> SESSION_TOKEN =
            ConfigKey.optional(AwsClients.SESSION_TOKEN, secret(), "Session token of temporary credentials.");
    private static final ConfigKey<String> SUBNET =
            ConfigKey.optional("subnetID", AwsSettingsKeys.SUBNET, "Single subnet, instead of subnetIDs.");
    private static final ConfigKey<String> SECURITY_GROUP = ConfigKey.optional(
            "securityGroupID", AwsSettingsKeys.SECURITY_GROUP, "Single security group, instead of securityGroupIDs.");

    /** The keys that are copied unchanged. */
    private static final List<ConfigKey<?>> COPIED = List.of(
            AwsSettingsKeys.REGION,
            AwsSettingsKeys.ENDPOINT,
            AwsSettingsKeys.VPC,
            AwsSettingsKeys.INSTANCE_TYPE,
            AwsSettingsKeys.AMI,
            AwsSettingsKeys.IMAGE_OWNER,
            AwsSettingsKeys.PUBLIC_ADDRESS,
            AwsSettingsKeys.BALANCER_SCHEME);

    static final ConfigKeys KEYS = ConfigKeys.of(
            ACCESS_KEY_ID,
            SECRET_ACCESS_KEY,
            SESSION_TOKEN,
            AwsSettingsKeys.REGION,
            AwsSettingsKeys.ENDPOINT,
            AwsSettingsKeys.VPC,
            SUBNET,
            AwsSettingsKeys.SUBNETS,
            SECURITY_GROUP,
            AwsSettingsKeys.SECURITY_GROUPS,
            AwsSettingsKeys.INSTANCE_TYPE,
            AwsSettingsKeys.AMI,
            AwsSettingsKeys.IMAGE_OWNER,
            AwsSettingsKeys.ARCHITECTURE,
            AwsSettingsKeys.PUBLIC_ADDRESS,
            AwsSettingsKeys.BALANCER_SCHEME);

    private AwsBootstrapConfigKeys() {}

    static Optional<ProviderSectionValues> read(ConfigSettings given) {
        oneOfTwo(given, SUBNET, AwsSettingsKeys.SUBNETS);
        oneOfTwo(given, SECURITY_GROUP, AwsSettingsKeys.SECURITY_GROUPS);
        given.find(AwsSettingsKeys.ENDPOINT)
                .filter(AwsBootstrapConfigKeys::isReadByOthers)
                .ifPresent(endpoint -> given.warn(
                        AwsSettingsKeys.ENDPOINT,
                        "is not encrypted, but machine configurations with secrets are sent there",
                        "use https"));
        return given.section().problems().isEmpty()
                ? Optional.of(new ProviderSectionValues(settings(given), credentials(given)))
                : Optional.empty();
    }

    private static void oneOfTwo(ConfigSettings given, ConfigKey<?> one, ConfigKey<?> several) {
        if (given.isGiven(one) && given.isGiven(several)) {
            given.report(one, "cannot be combined with " + several.name(), "use " + several.name() + " only");
        }
    }

    private static boolean isReadByOthers(String endpoint) {
        return endpoint.startsWith("http://")
                && !endpoint.startsWith("http://127.")
                && !endpoint.startsWith("http://localhost");
    }

    private static Map<String, Object> settings(ConfigSettings given) {
        Map<String, Object> settings = new LinkedHashMap<>();
        for (ConfigKey<?> key : COPIED) {
            if (given.isGiven(key)) {
                given.find(key).ifPresent(value -> settings.put(key.name(), value));
            }
        }
        list(given, SUBNET, AwsSettingsKeys.SUBNETS)
                .ifPresent(ids -> settings.put(AwsSettingsKeys.SUBNETS.name(), ids));
        list(given, SECURITY_GROUP, AwsSettingsKeys.SECURITY_GROUPS)
                .ifPresent(ids -> settings.put(AwsSettingsKeys.SECURITY_GROUPS.name(), ids));
        if (given.isGiven(AwsSettingsKeys.ARCHITECTURE)) {
            settings.put(
                    AwsSettingsKeys.ARCHITECTURE.name(),
                    given.get(AwsSettingsKeys.ARCHITECTURE).word());
        }
        return settings;
    }

    private static Optional<List<String>> list(
            ConfigSettings given, ConfigKey<String> one, ConfigKey<List<String>> several) {
        return given.find(several).or(() -> given.find(one).map(List::of));
    }

    private static Credentials credentials(ConfigSettings given) {
        Map<String, SensitiveText> values = new HashMap<>();
        values.put(AwsClients.ACCESS_KEY_ID, new SensitiveText(given.get(ACCESS_KEY_ID)));
        values.put(AwsClients.SECRET_ACCESS_KEY, given.get(SECRET_ACCESS_KEY));
        given.find(SESSION_TOKEN).ifPresent(token -> values.put(AwsClients.SESSION_TOKEN, token));
        return new Credentials(values);
    }
}
