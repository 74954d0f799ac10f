package dev.butlerlabs.adm.init;

import dev.butlerlabs.core.config.ConfigKeyDescription;
import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.provider.discovery.DiscoveryConnection;
import dev.butlerlabs.core.provider.discovery.SettingChoice;
import dev.butlerlabs.core.provider.discovery.SettingQuestion;
import dev.butlerlabs.core.provider.discovery.SettingQuestion.Kind;
import dev.butlerlabs.core.provider.discovery.SettingsDiscovery;
import java.util.List;

/** The required keys of a provider without discovery, to be answered without help of the infrastructure. */
record PlainQuestions(ConfigKeys keys) implements SettingsDiscovery {
    @Override
    public List<SettingQuestion> questions() {
        return keys.rows().stream()
                .filter(row -> row.presence().equals("required") && !row.path().contains("."))
                .map(PlainQuestions::question)
                .toList();
    }

    private static SettingQuestion question(ConfigKeyDescription row) {
        Kind kind = row.type().contains("secret") ? Kind.SECRET : row.type().contains("file") ? Kind.FILE : Kind.TEXT;
        return SettingQuestion.required(row.path(), kind, row.description().replaceFirst("\\.$", ""));
    }

    @Override
    public DiscoveryConnection connect(ConfigSection answers) {
        return new DiscoveryConnection() {
            @Override
            public String verify() {
                return "nothing: this provider has no discovery";
            }

            @Override
            public List<SettingChoice> choices(String key, ConfigSection current) {
                return List.of();
            }

            @Override
            public void close() {
                // Nothing is open.
            }
        };
    }
}
