package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigSection;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.ImageArtifact;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.ProviderConnectionSettings;
import dev.butlerlabs.core.provider.ProviderProfile;
import dev.butlerlabs.core.provider.ProviderProfile.Addressing;
import dev.butlerlabs.core.provider.ProviderProfile.CredentialKey;
import dev.butlerlabs.core.provider.ProviderProfile.Hosting;
import dev.butlerlabs.core.provider.ProviderSectionValues;
import dev.butlerlabs.core.provider.discovery.SettingsDiscovery;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The provider for Harvester, hyperconverged infrastructure based on Kubernetes and KubeVirt. */
public final class HarvesterProvider implements InfrastructureProvider {
    private static final String KUBECONFIG = "kubeconfig";
    /** Leaves 11 characters for {@code -worker-999} in the name of a machine, which is also a host name. */
    private static final int LONGEST_CLUSTER_NAME = 63 - 11;

    private static final ProviderProfile PROFILE = new ProviderProfile(
            "harvester",
            "Harvester",
            Hosting.ON_PREMISES,
            "nocloud",
            Optional.of("enp1s0"),
            "/dev/vda",
            true,
            List.of(new CredentialKey(KUBECONFIG, true, "Kubeconfig of the Harvester cluster.")),
            LONGEST_CLUSTER_NAME,
            Addressing.TOLD);

    @Override
    public Optional<SettingsDiscovery> discovery() {
        return Optional.of(new HarvesterDiscovery());
    }

    @Override
    public ProviderProfile profile() {
        return PROFILE;
    }

    @Override
    public Optional<ImageArtifact> image() {
        return Optional.of(new ImageArtifact(PROFILE.talosPlatform(), "qcow2"));
    }

    @Override
    public ConfigKeys keys() {
        return HarvesterConfigKeys.BOOTSTRAP;
    }

    @Override
    public Optional<ProviderSectionValues> read(ConfigSection section) {
        int before = section.problems().problems().size();
        ConfigSettings settings = section.read(HarvesterConfigKeys.BOOTSTRAP);
        settings.find(HarvesterConfigKeys.KUBECONFIG).ifPresent(text -> reportUnusable(settings, text));
        if (section.problems().problems().size() > before) {
            return Optional.empty();
        }
        return Optional.of(new ProviderSectionValues(
                HarvesterSettings.of(settings).tree(),
                new Credentials(Map.of(KUBECONFIG, settings.get(HarvesterConfigKeys.KUBECONFIG)))));
    }

    private static void reportUnusable(ConfigSettings settings, SensitiveText text) {
        try {
            usable(text);
        } catch (ButlerException e) {
            settings.report(HarvesterConfigKeys.KUBECONFIG, e.getMessage(), e.hint());
        }
    }

    @Override
    public ConnectedInfrastructure connect(ProviderConnectionSettings access) {
        HarvesterSettings settings = settings(access.section());
        Kubeconfig kubeconfig = usable(access.credentials().require(KUBECONFIG));
        String context = kubeconfig.usualContext().orElseThrow();
        Kubeconfig aimed = settings.endpoint()
                .map(endpoint -> kubeconfig.withServer(context, endpoint))
                .orElse(kubeconfig);
        HarvesterApi api = new HarvesterApi(new KubeConnector("butler").connect(aimed), settings.namespace());
        return new HarvesterNamespace(api, settings, !kubeconfig.skipsVerification(context));
    }

    private static HarvesterSettings settings(ConfigSection section) {
        ConfigSettings settings = section.read(HarvesterConfigKeys.PROVIDER_CONFIG);
        if (!section.problems().isEmpty()) {
            throw ButlerException.invalid(
                    "Invalid Harvester settings.", section.problems().problems());
        }
        return HarvesterSettings.of(settings);
    }

    /** Returns a self-contained kubeconfig: it moves with the cluster and must not run programs there. */
    static Kubeconfig usable(SensitiveText text) {
        Kubeconfig kubeconfig = Kubeconfig.parse(text.value(), "The Harvester kubeconfig");
        String context = kubeconfig
                .usualContext()
                .orElseThrow(() -> unusable("has no current context", "Set a current context."));
        if (kubeconfig.server(context).isEmpty()) {
            throw unusable("has no server", "Download it from Harvester again.");
        }
        List<String> needs = kubeconfig.localNeeds(context);
        if (!needs.isEmpty()) {
            throw unusable(
                    "refers to files or programs of this machine: " + String.join(", ", needs),
                    "Create a self-contained one with kubectl config view --flatten --minify, or download it from Harvester.");
        }
        return kubeconfig;
    }

    private static ButlerException unusable(String why, String hint) {
        return new ButlerException(ErrorCode.INVALID_INPUT, "The Harvester kubeconfig %s.".formatted(why), hint);
    }
}
