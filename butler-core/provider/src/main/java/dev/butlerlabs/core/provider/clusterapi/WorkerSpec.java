package dev.butlerlabs.core.provider.clusterapi;

import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.TenantClusterSpec.MachineTemplate;
import dev.butlerlabs.core.api.TenantClusterSpec.OperatingSystem;
import dev.butlerlabs.core.api.TenantClusterSpec.Talos;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;

/** The properties of each worker, with all defaults applied. Sizes are rounded up. */
public record WorkerSpec(
        int cpu,
        long memoryMiB,
        long diskGiB,
        OperatingSystem.Type system,
        Optional<String> image,
        Optional<String> schematic,
        Optional<String> sshKey,
        Optional<Talos> talos,
        String kubernetesVersion,
        List<String> timeServers) {
    private static final int CPU = 4;
    private static final String MEMORY = "16Gi";
    private static final String DISK = "100Gi";
    private static final BigDecimal MEBI = BigDecimal.valueOf(1L << 20);
    private static final BigDecimal GIBI = BigDecimal.valueOf(1L << 30);

    public static WorkerSpec of(TenantRenderInput plan, RenderProblemCollector findings) {
        Optional<MachineTemplate> template =
                Optional.ofNullable(plan.spec().workers().machineTemplate());
        Optional<OperatingSystem> system = template.map(MachineTemplate::os);
        String place = "spec.workers.machineTemplate";
        return new WorkerSpec(
                template.map(MachineTemplate::cpu).orElse(CPU),
                amount(template.map(MachineTemplate::memory), MEMORY, MEBI, place + ".memory", findings),
                amount(template.map(MachineTemplate::diskSize), DISK, GIBI, place + ".diskSize", findings),
                system.map(OperatingSystem::type).orElse(OperatingSystem.Type.ROCKY),
                system.map(OperatingSystem::imageRef).flatMap(BlankTextFilter::given),
                system.map(OperatingSystem::schematicID)
                        .flatMap(BlankTextFilter::given)
                        .or(() -> plan.platform()
                                .map(ButlerConfigSpec::imageFactory)
                                .map(ButlerConfigSpec.ImageFactory::defaultSchematicID)
                                .flatMap(BlankTextFilter::given)),
                system.map(OperatingSystem::sshAuthorizedKey)
                        .flatMap(BlankTextFilter::given)
                        .or(() -> plan.ofPlatform(ButlerConfigSpec::sshAuthorizedKey)),
                system.map(OperatingSystem::talos),
                plan.spec().kubernetesVersion(),
                plan.timeServers());
    }

    private static long amount(
            Optional<Quantity> given, String usual, BigDecimal unit, String path, RenderProblemCollector findings) {
        Quantity quantity = given.orElseGet(() -> new Quantity(usual));
        try {
            BigDecimal bytes = quantity.getNumericalAmount();
            if (bytes.compareTo(unit) >= 0) {
                return bytes.divide(unit, 0, RoundingMode.CEILING).longValueExact();
            }
        } catch (ArithmeticException | IllegalArgumentException e) {
            // Reported below, like an amount that is too small.
        }
        findings.add(path, "%s is not a valid amount; use a value such as %s.".formatted(quantity, usual));
        return 1;
    }

    /** Returns the user with which operators log in. Talos has no login, but the Harvester provider requires a user name. */
    public String loginUser() {
        return switch (system) {
            case FLATCAR -> "core";
            case TALOS -> "talos";
            default -> "rocky";
        };
    }

    /** Returns whether the bootstrap data is in Ignition format. */
    public boolean isIgnition() {
        return system == OperatingSystem.Type.FLATCAR;
    }

    /** Returns whether the operating system is a general-purpose system with cloud-init and guest agents. */
    public boolean hasCloudInit() {
        return system != OperatingSystem.Type.FLATCAR && system != OperatingSystem.Type.TALOS;
    }

    /** Returns {@code 1.31} for {@code v1.31.4}. */
    public String kubernetesMinor() {
        String plain = kubernetesPlain();
        return plain.substring(0, plain.lastIndexOf('.'));
    }

    /** Returns {@code 1.31.4} for {@code v1.31.4}. */
    public String kubernetesPlain() {
        return kubernetesVersion.substring(1);
    }
}
