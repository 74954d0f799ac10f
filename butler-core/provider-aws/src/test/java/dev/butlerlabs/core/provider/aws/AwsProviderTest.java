package dev.butlerlabs.core.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ProblemCollector;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.ProviderConnectionSettings;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.provider.ProviderSectionValues;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AwsProviderTest {
    private final ProblemCollector problems = new ProblemCollector();
    private final AwsProvider provider = new AwsProvider();

    private Optional<ProviderSectionValues> read(Map<String, Object> section) {
        return provider.read(ConfigSection.of("providerConfig.aws", section, problems));
    }

    @Test
    void isFound() {
        assertThat(ProviderRegistry.load().require("aws")).isInstanceOf(AwsProvider.class);
        assertThat(provider.profile().clusterNameLimit()).isEqualTo(25);
    }

    @Test
    void readsTheKeysOfTheExistingPlatformAndForwardsWhatItLost() {
        ProviderSectionValues setup = read(Map.of(
                        "accessKeyID", "AKIA0123",
                        "secretAccessKey", "canary",
                        "region", "eu-central-1",
                        "vpcID", "vpc-1",
                        "subnetID", "subnet-1",
                        "securityGroupID", "sg-1",
                        "instanceType", "m5.xlarge",
                        "ami", "ami-1"))
                .orElseThrow();

        assertThat(setup.settings())
                .isEqualTo(Map.of(
                        "region", "eu-central-1",
                        "vpcID", "vpc-1",
                        "subnetIDs", List.of("subnet-1"),
                        "securityGroupIDs", List.of("sg-1"),
                        "instanceType", "m5.xlarge",
                        "ami", "ami-1"));
        assertThat(setup.credentials().values().keySet()).containsExactlyInAnyOrder("accessKeyID", "secretAccessKey");
        assertThat(setup.toString()).doesNotContain("canary");
    }

    @Test
    void tellsEveryProblemAtOnce() {
        assertThat(read(Map.of("region", "Mars!", "subnetID", "10.0.0.0/24", "subnetIDs", List.of(), "amy", "x")))
                .isEmpty();
        assertThat(problems.problems())
                .extracting(problem -> problem.path())
                .contains(
                        "providerConfig.aws.region",
                        "providerConfig.aws.subnetID",
                        "providerConfig.aws.amy",
                        "providerConfig.aws.accessKeyID",
                        "providerConfig.aws.secretAccessKey");
    }

    @Test
    void refusesToConnectWithoutCredentials() {
        ConfigSection section = ConfigSection.of("spec.aws", Map.of("region", "eu-central-1"), problems);

        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> provider.connect(new ProviderConnectionSettings(section, Credentials.none())))
                .withMessageContaining("accessKeyID");
    }

    @Test
    void connectsWithoutTalkingAndShowsNoSecret() {
        ConfigSection section = ConfigSection.of("spec.aws", Map.of("region", "eu-central-1"), problems);
        Credentials credentials = new Credentials(
                Map.of("accessKeyID", new SensitiveText("AKIA0123"), "secretAccessKey", new SensitiveText("canary")));

        try (ConnectedInfrastructure account = provider.connect(new ProviderConnectionSettings(section, credentials))) {
            assertThat(account.toString()).doesNotContain("canary");
            assertThat(account.loadBalancers()).isPresent();
        }
    }
}
