package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.api.ClusterBootstrapSpec.ConfigDelivery;
import dev.butlerlabs.core.bootstrap.plan.BootstrapPlan;
import dev.butlerlabs.core.config.ConfigEnvironment;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.testing.ProjectRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The example of each infrastructure, with a choice of how its machines get their configuration. */
final class Examples {
    private static final String SECTION = "\ntalos:\n";

    private Examples() {}

    private static Path file(String provider, ConfigDelivery delivery, Path folder, UnaryOperator<String> change)
            throws IOException {
        Path example = ProjectRoot.find().resolve("configs/examples/bootstrap-%s.yaml".formatted(provider));
        String text = Files.readString(example);
        if (!text.contains(SECTION)) {
            throw new IllegalStateException("%s says nothing of talos".formatted(example));
        }
        String chosen =
                change.apply(text).replace(SECTION, "%s  configDelivery: %s\n".formatted(SECTION, delivery.word()));
        return Files.writeString(folder.resolve(provider + ".yaml"), chosen);
    }

    /** The plan of the example with the CNI as its only addon. */
    static BootstrapPlan plan(String provider, ConfigDelivery delivery, Path folder) throws IOException {
        return plan(file(provider, delivery, folder, MinimalAddons::in), folder);
    }

    /** The plan of the example with all of its addons. */
    static BootstrapPlan completePlan(String provider, ConfigDelivery delivery, Path folder) throws IOException {
        return plan(file(provider, delivery, folder, UnaryOperator.identity()), folder);
    }

    private static BootstrapPlan plan(Path file, Path folder) {
        return BootstrapPlan.read(
                file,
                PlaceholderSecrets.in(ConfigEnvironment.ofThisProcess(folder)),
                ProviderRegistry.load(),
                Optional.empty());
    }
}
