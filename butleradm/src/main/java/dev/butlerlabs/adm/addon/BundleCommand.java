package dev.butlerlabs.adm.addon;

import dev.butlerlabs.adm.bootstrap.PlanOptions;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists the artifacts that the addons of a bootstrap file need. */
@Command(
        name = "bundle",
        description = {
            "List the charts, images and manifests that the addons in a bootstrap file need.",
            "Works offline, for air-gapped installations. Applies the mirrors in talos.configPatches and --registry-mirror to the listed images. "
                    + "Reports addons whose images are not fully known. Images of Talos and Kubernetes are not listed."
        },
        footer = {
            "  butleradm addon bundle -c bootstrap.yaml",
            "  butleradm addon bundle -c bootstrap.yaml -o name",
            "  butleradm addon bundle -c demo.yaml --registry-mirror quay.io=https://m.lan"
        })
final class BundleCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private PlanOptions file = new PlanOptions();

    @Option(
            names = "--registry-mirror",
            paramLabel = "MIRROR",
            description = "Registry mirror as host=URL; repeatable.")
    private List<String> mirrors = new ArrayList<>();

    BundleCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        new BundleAction(session, common, output).show(file, mirrors);
    }
}
