package dev.butlerlabs.core.talos.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.talos.patch.ConfigurationPatch;
import dev.butlerlabs.core.talos.patch.PatchApplier;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.testing.TalosOracles;
import dev.butlerlabs.core.version.KubernetesVersion;
import dev.butlerlabs.core.version.VersionContract;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What we generate is what Talos's own generator makes of the same secrets. */
class GoldenConfigurationTest {
    @ParameterizedTest
    @CsvSource({
        "v1.8,v1.9",
        "v1.9,v1.9",
        "v1.10,v1.9",
        "v1.11,v1.9",
        "v1.12,v1.12",
        "v1.13,v1.13",
        "v1.14,v1.14",
        "v1.15,v1.14"
    })
    void equalsTalosOwnForEveryContract(String contract, String golden) {
        Path folder = TalosOracles.folder("generate");
        SecretsBundle secrets = SecretsBundle.parse("secrets.yaml", TalosOracles.text(folder.resolve("secrets.yaml")));
        GoldenSecrets placeholders = new GoldenSecrets(secrets);
        for (MachineType type : MachineType.values()) {
            assertThat(generated(base(contract), secrets, type).documents())
                    .as("base %s of %s", type.word(), contract)
                    .isEqualTo(placeholders.documents(folder.resolve(golden + "/base-" + type.word() + ".yaml")));
            String patch =
                    contract.compareTo("v1.14") < 0 || contract.length() == 4 ? "patch-pre14.yaml" : "patch.yaml";
            MachineConfiguration patched = PatchApplier.apply(
                    generated(overrides(contract), secrets, type),
                    List.of(ConfigurationPatch.parse(patch, TalosOracles.text(folder.resolve(patch)))));
            assertThat(patched.documents())
                    .as("overrides %s of %s", type.word(), contract)
                    .isEqualTo(placeholders.documents(folder.resolve(golden + "/overrides-" + type.word() + ".yaml")));
        }
    }

    private static MachineConfiguration generated(
            MachineClusterOptions options, SecretsBundle secrets, MachineType type) {
        return new ConfigurationGenerator(options, secrets).generate(type, MachineNodeOptions.NONE);
    }

    private static MachineClusterOptions base(String contract) {
        return MachineClusterOptionsBuilder.builder()
                .clusterName("base")
                .endpoint("https://base:6443")
                .contract(VersionContract.parse(contract))
                .kubernetes(KubernetesVersion.parse("1.28.0"))
                .build();
    }

    private static MachineClusterOptions overrides(String contract) {
        return base(contract)
                .with(options -> options.additionalSans(List.of("foo", "bar"))
                        .allowSchedulingOnControlPlanes(true)
                        .dnsDomain("example.com")
                        .installation(new Installation(
                                Optional.of("/dev/vda"), Optional.empty(), List.of("foo=bar", "bar=baz")))
                        .apiServerPort(OptionalInt.of(5443))
                        .sysctls(Map.of("foo", "bar"))
                        .cni(new Cni.Custom(List.of("https://example.com/cni.yaml")))
                        .registryMirrors(Map.of("ghcr.io", List.of("https://ghcr.io.my-mirror.com"))));
    }
}
