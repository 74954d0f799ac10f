package dev.butlerlabs.core.config.bootstrap;

import static dev.butlerlabs.core.config.ConfigValueTypes.choice;
import static dev.butlerlabs.core.config.ConfigValueTypes.secret;
import static dev.butlerlabs.core.config.ConfigValueTypes.section;
import static dev.butlerlabs.core.config.ConfigValueTypes.someText;
import static dev.butlerlabs.core.config.ConfigValueTypes.tree;
import static dev.butlerlabs.core.config.ConfigValueTypes.truth;

import dev.butlerlabs.core.api.BootstrapAddons;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigKey;
import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigSettings;
import java.util.Map;

/** The keys of {@code addons.console}. */
final class ConsoleKeys {
    static final ConfigKey<Boolean> ENABLED =
            ConfigKey.optional("enabled", truth(), "Whether the console is installed.");
    static final ConfigKey<String> VERSION =
            ConfigKey.optional("version", someText(), "Version of the upstream console. Defaults to latest.");
    static final ConfigKey<BootstrapAddons.Console.Type> TYPE = ConfigKey.optional(
            "type",
            choice(BootstrapAddons.Console.Type.values()),
            "The console of this tool, or the upstream chart. Defaults to butler.");
    static final ConfigKey<Map<String, Object>> VALUES = ConfigKey.optional(
            "values",
            tree(),
            "Helm values. For the type butler, those of manifests/chart/butler-web-console/values.yaml.");

    static final ConfigKey<Boolean> INGRESS_ENABLED =
            ConfigKey.optional("enabled", truth(), "Whether an Ingress is created.");
    static final ConfigKey<String> HOST =
            ConfigKey.optional("host", someText(), "Host name of the console. Defaults to butler.<cluster>.local.");
    static final ConfigKey<String> CLASS_NAME =
            ConfigKey.optional("className", someText(), "Ingress class. Defaults to the default class of the cluster.");
    static final ConfigKey<Boolean> TLS =
            ConfigKey.optional("tls", truth(), "Whether the console is served over TLS. The type butler always is.");
    static final ConfigKey<String> TLS_SECRET =
            ConfigKey.optional("tlsSecretName", someText(), "Secret with the TLS certificate.");
    static final ConfigKey<ConfigSettings> INGRESS = ConfigKey.optional(
            "ingress",
            section(ConfigKeys.of(INGRESS_ENABLED, HOST, CLASS_NAME, TLS, TLS_SECRET)),
            "How the console is exposed.");

    static final ConfigKey<SensitiveText> ADMIN_PASSWORD = ConfigKey.optional(
            "adminPassword", secret(), "Password of the first administrator. Defaults to a generated one.");
    static final ConfigKey<SensitiveText> JWT_SECRET =
            ConfigKey.optional("jwtSecret", secret(), "Key that signs sessions. Defaults to a generated one.");
    static final ConfigKey<ConfigSettings> AUTH = ConfigKey.optional(
            "auth", section(ConfigKeys.of(ADMIN_PASSWORD, JWT_SECRET)), "Secrets of the upstream console.");

    static final ConfigKeys ALL = ConfigKeys.of(ENABLED, TYPE, VERSION, INGRESS, AUTH, VALUES);

    private ConsoleKeys() {}
}
