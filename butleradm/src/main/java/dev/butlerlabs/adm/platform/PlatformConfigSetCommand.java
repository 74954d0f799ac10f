package dev.butlerlabs.adm.platform;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.identity.PlatformConfigText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.identity.change.PlatformConfigClient;
import dev.butlerlabs.core.identity.change.PlatformSettings;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Changes the settings of the platform. */
@Command(
        name = "set",
        description = {
            "Change settings of the platform, and create the ButlerConfig if there is none.",
            "Settings that are not given stay unchanged; none removes a default. A change of the multi-tenancy mode does not affect existing tenant clusters."
        },
        footer = {
            "  butleradm config set --multi-tenancy enforced --team-max-clusters 5",
            "  butleradm config set --default-provider none"
        })
public final class PlatformConfigSetCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Option(
            names = "--multi-tenancy",
            paramLabel = "MODE",
            description = "Whether tenant clusters belong to teams: ${COMPLETION-CANDIDATES}.")
    private TenancyMode mode;

    @Option(
            names = "--default-namespace",
            paramLabel = "NAMESPACE",
            description = "Namespace of tenant clusters without a team.")
    private String namespace;

    @Option(
            names = "--default-provider",
            paramLabel = "NAME",
            description = "Default ProviderConfig of tenant clusters.")
    private String provider;

    @Option(names = "--team-max-clusters", paramLabel = "LIMIT", description = "Default limit of clusters per team.")
    private String clusters;

    @Option(names = "--team-max-workers", paramLabel = "LIMIT", description = "Default limit of workers per cluster.")
    private String workers;

    @Option(names = "--team-max-cpu", paramLabel = "LIMIT", description = "Default limit of CPU cores per team.")
    private String cpu;

    @Option(names = "--team-max-memory", paramLabel = "LIMIT", description = "Default limit of memory per team.")
    private String memory;

    @Option(names = "--team-max-storage", paramLabel = "LIMIT", description = "Default limit of storage per team.")
    private String storage;

    public PlatformConfigSetCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        Map<String, Object> fields = new PlatformSettings(
                        Optional.ofNullable(mode).map(TenancyMode::mode),
                        Optional.ofNullable(namespace),
                        Optional.ofNullable(provider),
                        limits())
                .fields();
        if (fields.isEmpty()) {
            throw new ButlerException(ErrorCode.USAGE, "No setting given.");
        }
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            ButlerConfig changed = new PlatformConfigClient(client).change(fields);
            output.printer(session, common).one(PlatformConfigText.LISTING, changed);
        }
    }

    private Map<String, String> limits() {
        Map<String, String> limits = new HashMap<>();
        limits.put("--team-max-clusters", clusters);
        limits.put("--team-max-workers", workers);
        limits.put("--team-max-cpu", cpu);
        limits.put("--team-max-memory", memory);
        limits.put("--team-max-storage", storage);
        limits.values().removeIf(text -> text == null);
        return limits;
    }
}
