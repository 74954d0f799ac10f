package dev.butlerlabs.adm.addon;

import dev.butlerlabs.adm.bootstrap.PlanOptions;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.Session;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists what the addons of a file need from elsewhere. */
@Command(
        name = "bundle",
        description = {
            "List every chart, image and manifest that the addons of a bootstrap file need, offline, for a place without the Internet.",
            "Images are shown by the mirrors of talos.configPatches and of --registry-mirror too. Where an addon runs images "
                    + "that nobody told Butler of, that is said. What Talos and Kubernetes themselves need is not listed."
        },
        footer = {
            "  butleradm addon bundle -c bootstrap.yaml",
            "  butleradm addon bundle -c bootstrap.yaml -o name",
            "  butleradm addon bundle -c demo.yaml --registry-mirror quay.io=https://m.lan"
        })
final class BundleCommand implements Runnable {
    private final Session session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private PlanOptions file = new PlanOptions();

    @Option(
            names = "--registry-mirror",
            paramLabel = "MIRROR",
            description = "A mirror as host=URL; may be given many times for one host.")
    private List<String> mirrors = new ArrayList<>();

    BundleCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        new Bundling(session, common, output).show(file, mirrors);
    }
}
