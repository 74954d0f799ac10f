package dev.butlerlabs.sim.aws;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ProblemCollector;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.ProviderConnectionSettings;
import dev.butlerlabs.core.provider.aws.AwsProvider;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Something that speaks the API of AWS. */
interface AwsWorld extends AutoCloseable {
    Map<String, Object> settings();

    Map<String, String> credentials();

    /** The three zones of the settings' subnets, in order. */
    List<String> zones();

    @Override
    void close();

    default ConnectedInfrastructure connect() {
        return connect(Map.of());
    }

    default ConnectedInfrastructure connect(Map<String, Object> otherSettings) {
        Map<String, Object> all = new TreeMap<>(settings());
        all.putAll(otherSettings);
        return new AwsProvider()
                .connect(new ProviderConnectionSettings(
                        ConfigSection.of("spec.aws", all, new ProblemCollector()), secret(credentials())));
    }

    static Credentials secret(Map<String, String> values) {
        return new Credentials(values.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> new SensitiveText(entry.getValue()))));
    }

    default AwsTruth truth() {
        return new AwsTruth(settings(), credentials());
    }
}
