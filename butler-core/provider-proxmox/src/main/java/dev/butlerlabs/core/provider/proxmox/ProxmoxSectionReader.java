package dev.butlerlabs.core.provider.proxmox;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigKey;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.ProviderSectionValues;
import dev.butlerlabs.core.provider.rest.CaCertificates;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Splits the section of a bootstrap file into the settings of a ProviderConfig and the content of a Secret. */
final class ProxmoxSectionReader {
    private static final List<ConfigKey<?>> OPEN = List.of(
            ProxmoxConfigKeys.ENDPOINT,
            ProxmoxConfigKeys.INSECURE,
            ProxmoxConfigKeys.NODES,
            ProxmoxConfigKeys.STORAGE,
            ProxmoxConfigKeys.TEMPLATE,
            ProxmoxConfigKeys.IMPORT_VOLUME,
            ProxmoxConfigKeys.IMAGE_STORAGE,
            ProxmoxConfigKeys.BRIDGE,
            ProxmoxConfigKeys.VLAN,
            ProxmoxConfigKeys.POOL,
            ProxmoxConfigKeys.HOST_ALIASES);

    private ProxmoxSectionReader() {}

    static ProviderSectionValues of(ConfigSettings settings) {
        Map<String, Object> open = new LinkedHashMap<>();
        OPEN.forEach(key -> settings.find(key).ifPresent(value -> open.put(key.name(), value)));
        ProxmoxVmIds ids = range(settings);
        if (!ids.equals(ProxmoxVmIds.DEFAULT)) {
            open.put("vmidRange", Map.of("start", ids.start(), "end", ids.end()));
        }
        Map<String, SensitiveText> secret = new LinkedHashMap<>();
        settings.find(ProxmoxConfigKeys.TOKEN).ifPresent(token -> secret.put(ProxmoxLogin.TOKEN, token));
        settings.find(ProxmoxConfigKeys.USERNAME)
                .ifPresent(user -> secret.put(ProxmoxLogin.USERNAME, new SensitiveText(user)));
        settings.find(ProxmoxConfigKeys.PASSWORD).ifPresent(word -> secret.put(ProxmoxLogin.PASSWORD, word));
        settings.find(ProxmoxConfigKeys.CA_FILE).ifPresent(authorities -> secret.put(CaCertificates.KEY, authorities));
        return new ProviderSectionValues(open, new Credentials(secret));
    }

    /** Reports the problems that concern several keys of a bootstrap file. */
    static void validate(ConfigSettings settings) {
        boolean hasToken = settings.find(ProxmoxConfigKeys.TOKEN).isPresent();
        boolean hasUser = settings.find(ProxmoxConfigKeys.USERNAME).isPresent();
        boolean hasPassword = settings.find(ProxmoxConfigKeys.PASSWORD).isPresent();
        if (!hasToken && !(hasUser && hasPassword)) {
            settings.report(
                    ProxmoxConfigKeys.TOKEN,
                    "is missing, and so are username and password",
                    "set token, or username and password");
        }
        if (hasToken && (hasUser || hasPassword)) {
            settings.report(
                    ProxmoxConfigKeys.TOKEN,
                    "cannot be combined with username and password",
                    "set either token, or username and password");
        }
        if (range(settings).isEmpty()) {
            settings.report(
                    ProxmoxConfigKeys.LAST_VM_ID, "is less than vmidStart", "use a range of at least one VM ID");
        }
    }

    private static ProxmoxVmIds range(ConfigSettings settings) {
        return new ProxmoxVmIds(
                settings.find(ProxmoxConfigKeys.FIRST_VM_ID).orElse(ProxmoxVmIds.DEFAULT.start()),
                settings.find(ProxmoxConfigKeys.LAST_VM_ID).orElse(ProxmoxVmIds.DEFAULT.end()));
    }
}
