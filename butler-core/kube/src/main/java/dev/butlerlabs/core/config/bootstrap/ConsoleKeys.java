package dev.butlerlabs.core.config.bootstrap;

import static dev.butlerlabs.core.config.Shapes.secret;
import static dev.butlerlabs.core.config.Shapes.section;
import static dev.butlerlabs.core.config.Shapes.someText;
import static dev.butlerlabs.core.config.Shapes.truth;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.Key;
import dev.butlerlabs.core.config.Keys;
import dev.butlerlabs.core.config.Settings;

/** The keys of {@code addons.console}. */
final class ConsoleKeys {
    static final Key<Boolean> ENABLED = Key.optional("enabled", truth(), "Whether the console is installed.");
    static final Key<String> VERSION =
            Key.optional("version", someText(), "Version of the console. Defaults to latest.");

    static final Key<Boolean> INGRESS_ENABLED = Key.optional("enabled", truth(), "Whether an Ingress is created.");
    static final Key<String> HOST =
            Key.optional("host", someText(), "Host name of the console. Defaults to butler.<cluster>.local.");
    static final Key<String> CLASS_NAME =
            Key.optional("className", someText(), "Ingress class. Defaults to the default class of the cluster.");
    static final Key<Boolean> TLS = Key.optional("tls", truth(), "Whether the console is served over TLS.");
    static final Key<String> TLS_SECRET = Key.optional("tlsSecretName", someText(), "Secret with the TLS certificate.");
    static final Key<Settings> INGRESS = Key.optional(
            "ingress",
            section(Keys.of(INGRESS_ENABLED, HOST, CLASS_NAME, TLS, TLS_SECRET)),
            "How the console is exposed.");

    static final Key<SensitiveText> ADMIN_PASSWORD = Key.optional(
            "adminPassword", secret(), "Password of the first administrator. Defaults to a generated one.");
    static final Key<SensitiveText> JWT_SECRET =
            Key.optional("jwtSecret", secret(), "Key that signs sessions. Defaults to a generated one.");
    static final Key<Settings> AUTH =
            Key.optional("auth", section(Keys.of(ADMIN_PASSWORD, JWT_SECRET)), "Secrets of the console.");

    static final Keys ALL = Keys.of(ENABLED, VERSION, INGRESS, AUTH);

    private ConsoleKeys() {}
}
