package dev.butlerlabs.core.tenant.image;

import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.ButlerConfigSpec.ImageFactory;
import dev.butlerlabs.core.api.InfrastructureOverride;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.MachineTemplate;
import dev.butlerlabs.core.api.TenantClusterSpec.OperatingSystem;
import dev.butlerlabs.core.api.TenantClusterSpec.Talos;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.provider.clusterapi.BlankTextFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Decides whether the image of a cluster's workers is transferred automatically, and which one. Pure functions. */
public final class WorkerImagePlanner {
    private static final String SCHEMATIC_FIELD = "spec.workers.machineTemplate.os.schematicID";
    private static final String DEFAULT_SCHEMATIC_FIELD = "spec.imageFactory.defaultSchematicID of the ButlerConfig";
    private static final Pattern SCHEMATIC = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern VERSION = Pattern.compile("v\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.-]+)?");

    private WorkerImagePlanner() {}

    /**
     * Decides for a cluster.
     *
     * @param platform the spec of the ButlerConfig
     */
    public static WorkerImagePlan plan(TenantCluster cluster, Optional<ButlerConfigSpec> platform) {
        Optional<OperatingSystem> system = Optional.ofNullable(cluster.getSpec().workers())
                .map(workers -> workers.machineTemplate())
                .map(MachineTemplate::os);
        Optional<ImageFactory> factory = platform.map(ButlerConfigSpec::imageFactory);
        if (system.map(OperatingSystem::type)
                .filter(OperatingSystem.Type.TALOS::equals)
                .isEmpty()) {
            return new WorkerImagePlan.NotAutomatic("Only images of Talos are transferred automatically.");
        }
        if (system.map(OperatingSystem::imageRef)
                        .flatMap(BlankTextFilter::given)
                        .isPresent()
                || isOverridden(cluster)) {
            return new WorkerImagePlan.NotAutomatic("The cluster specifies an image.");
        }
        Optional<String> given = system.map(OperatingSystem::schematicID).flatMap(BlankTextFilter::given);
        Optional<String> schematic =
                given.or(() -> factory.map(ImageFactory::defaultSchematicID).flatMap(BlankTextFilter::given));
        if (schematic.isEmpty()) {
            return new WorkerImagePlan.NotAutomatic("Neither the cluster nor the ButlerConfig specifies a schematic.");
        }
        if (factory.map(ImageFactory::url).flatMap(BlankTextFilter::given).isEmpty()) {
            return new WorkerImagePlan.NotAutomatic("The ButlerConfig specifies no image factory.");
        }
        if (factory.map(ImageFactory::autoSync).filter(Boolean.FALSE::equals).isPresent()) {
            return new WorkerImagePlan.NotAutomatic("The ButlerConfig disables autoSync.");
        }
        return checked(given.isPresent() ? SCHEMATIC_FIELD : DEFAULT_SCHEMATIC_FIELD, schematic.get(), version(system));
    }

    private static boolean isOverridden(TenantCluster cluster) {
        Optional<InfrastructureOverride> override =
                Optional.ofNullable(cluster.getSpec().infrastructureOverride());
        return Stream.of(
                        override.map(InfrastructureOverride::harvester)
                                .map(InfrastructureOverride.Harvester::imageName),
                        override.map(InfrastructureOverride::nutanix).map(InfrastructureOverride.Nutanix::imageUUID),
                        override.map(InfrastructureOverride::gcp).map(InfrastructureOverride.Gcp::image),
                        override.map(InfrastructureOverride::gcp).map(InfrastructureOverride.Gcp::imageFamily),
                        override.map(InfrastructureOverride::proxmox)
                                .map(InfrastructureOverride.Proxmox::templateID)
                                .map(String::valueOf))
                .anyMatch(image -> image.flatMap(BlankTextFilter::given).isPresent());
    }

    private static String version(Optional<OperatingSystem> system) {
        return system.map(OperatingSystem::talos)
                .map(Talos::version)
                .flatMap(BlankTextFilter::given)
                .orElse(Talos.DEFAULT_VERSION);
    }

    private static WorkerImagePlan checked(String field, String schematic, String version) {
        List<InputProblem> problems = new ArrayList<>();
        if (!SCHEMATIC.matcher(schematic).matches()) {
            problems.add(new InputProblem(field, "must have 64 hexadecimal digits"));
        }
        if (!VERSION.matcher(version).matches()) {
            problems.add(new InputProblem(
                    "spec.workers.machineTemplate.os.talos.version", "must be a version such as v1.12.1"));
        }
        return problems.isEmpty()
                ? new WorkerImagePlan.Automatic(schematic, version)
                : new WorkerImagePlan.Invalid(problems);
    }
}
