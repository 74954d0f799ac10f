package dev.butlerlabs.adm.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.ImageSyncSpec;
import dev.butlerlabs.core.api.ImageSyncSpec.TransferMode;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.image.ImageFactoryClient;
import dev.butlerlabs.core.image.ImageFactorySettings;
import dev.butlerlabs.core.provider.ProviderRegistry;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImageSyncActionTest {
    /** A schematic that exists is not sent to the factory, so that none is needed. */
    private static ImageSyncSpec spec(String provider, Optional<String> mode) {
        ProviderConfig config = new ProviderConfig();
        config.setMetadata(new ObjectMetaBuilder().withName("cloud").build());
        config.setSpec(
                new ProviderConfigSpec(provider, null, null, null, null, null, null, null, null, null, null, null));
        try (ImageFactoryClient factory = new ImageFactoryClient(
                new ImageFactorySettings(URI.create("http://127.0.0.1:1"), Optional.empty(), Optional.empty()),
                Duration.ofSeconds(1))) {
            return new ImageSyncAction(factory, ProviderRegistry.load())
                    .spec(
                            ImageRequest.of(
                                    "v1.12.1", Optional.of("3".repeat(64)), List.of(), "amd64", mode, Optional.empty()),
                            config);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "harvester, nocloud, qcow2, DIRECT",
        "nutanix, openstack, qcow2, DIRECT",
        "gcp, gcp, raw.tar.gz, PROXY",
        "azure, azure, vhd.gz, PROXY"
    })
    void theInfrastructureDeterminesPlatformFormatAndMode(
            String provider, String platform, String format, TransferMode mode) {
        ImageSyncSpec spec = spec(provider, Optional.empty());
        assertThat(spec.factoryRef().platform()).isEqualTo(platform);
        assertThat(spec.format()).isEqualTo(format);
        assertThat(spec.transferMode()).isEqualTo(mode);
    }

    @ParameterizedTest
    @CsvSource({"nutanix, proxy, PROXY", "gcp, direct, DIRECT"})
    void aModeOnTheCommandLineIsKept(String provider, String given, TransferMode mode) {
        assertThat(spec(provider, Optional.of(given)).transferMode()).isEqualTo(mode);
    }
}
