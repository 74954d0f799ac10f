package dev.butlerlabs.core.provider.nutanix;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigKey;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.ProviderSectionValues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Splits the section of a bootstrap file into the settings of a ProviderConfig and the content of a Secret. */
final class BootstrapSectionReader {
    private static final List<ConfigKey<?>> OPEN = List.of(
            NutanixConfigKeys.ENDPOINT,
            NutanixConfigKeys.PORT,
            NutanixConfigKeys.INSECURE,
            NutanixConfigKeys.CLUSTER,
            NutanixConfigKeys.SUBNET,
            NutanixConfigKeys.IMAGE,
            NutanixConfigKeys.STORAGE_CONTAINER,
            NutanixConfigKeys.HOST_ALIASES);

    private BootstrapSectionReader() {}

    static ProviderSectionValues of(ConfigSettings settings) {
        Map<String, Object> open = new LinkedHashMap<>();
        OPEN.forEach(key -> settings.find(key).ifPresent(value -> open.put(key.name(), value)));
        Map<String, SensitiveText> secret = new LinkedHashMap<>();
        secret.put("username", settings.get(NutanixConfigKeys.USERNAME));
        secret.put("password", settings.get(NutanixConfigKeys.PASSWORD));
        settings.find(NutanixConfigKeys.CA_FILE).ifPresent(authorities -> secret.put("ca.pem", authorities));
        return new ProviderSectionValues(open, new Credentials(secret));
    }
}
