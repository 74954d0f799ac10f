package dev.butlerlabs.core.provider.gcp;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineSpec;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * The common settings of machines.
 *
 * @param endpoint URL of the Google APIs, instead of the public ones
 * @param zone the only zone of the machines; all zones of the region if empty
 * @param network name or path of the network
 * @param subnetwork name or path of the subnetwork; the one that Google selects if empty
 * @param machineType machine type of every machine; derived from CPU and memory if empty
 * @param imageProject project of images that are given by name
 * @param serviceAccount service account of the machines, not that of Butler
 * @param internalBalancer whether the load balancer is internal to the network
 * @param apiSourceRanges addresses that may connect to the Kubernetes API
 * @param imageBucket bucket that images are uploaded to; one of Butler if empty
 */
record GcpSettings(
        String project,
        String region,
        Optional<URI> endpoint,
        Optional<String> zone,
        String network,
        Optional<String> subnetwork,
        Optional<String> machineType,
        Optional<String> image,
        Optional<String> imageFamily,
        Optional<String> imageProject,
        Optional<String> serviceAccount,
        List<String> tags,
        String diskType,
        boolean publicAddress,
        boolean internalBalancer,
        List<String> apiSourceRanges,
        Optional<String> imageBucket) {
    GcpSettings {
        tags = List.copyOf(tags);
        apiSourceRanges = List.copyOf(apiSourceRanges);
    }

    String machineTypeOf(MachineSpec spec) {
        return machineType.orElseGet(() -> CustomMachineType.of(spec.cpu(), spec.memoryMiB()));
    }

    /** Returns the path of the network, which can be in another project. */
    String networkPath() {
        return network.contains("/") ? relative(network) : "projects/%s/global/networks/%s".formatted(project, network);
    }

    Optional<String> subnetworkPath() {
        return subnetwork.map(name -> name.contains("/")
                ? relative(name)
                : "projects/%s/regions/%s/subnetworks/%s".formatted(networkProject(), region, name));
    }

    /** Returns the project of the network; another one in a shared VPC. */
    String networkProject() {
        return networkPath().split("/", -1)[1];
    }

    boolean ownsNetwork() {
        return networkProject().equals(project);
    }

    /**
     * Returns the path of the image of a machine, or of an image family.
     *
     * @throws ButlerException with INVALID_INPUT if no image is specified
     */
    String imageOf(Optional<String> requested) {
        return requested
                .filter(text -> !text.isBlank())
                .or(this::image)
                .map(name -> imagePath(name, "global/images/"))
                .or(() -> imageFamily.map(name -> imagePath(name, "global/images/family/")))
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.INVALID_INPUT,
                        "Neither the machine nor the Google Cloud settings specify an image.",
                        "Set image or imageFamily to a Talos image. See docs/providers/gcp.md for how to create one."));
    }

    private String imagePath(String name, String folder) {
        return name.contains("/")
                ? relative(name)
                : "projects/%s/%s%s".formatted(imageProject.orElse(project), folder, name);
    }

    /** Returns a path from projects/ on. URLs of resources contain the host and version of the API. */
    static String relative(String link) {
        int start = link.indexOf("projects/");
        return start < 0 ? link : link.substring(start);
    }
}
