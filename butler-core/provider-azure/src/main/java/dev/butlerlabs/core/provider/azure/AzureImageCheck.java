package dev.butlerlabs.core.provider.azure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.PreflightCheck.Result;
import dev.butlerlabs.core.provider.PreflightInput;
import dev.butlerlabs.core.provider.rest.RestRequest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Checks the images of the machines. */
final class AzureImageCheck {
    private static final String GALLERY_API = "2026-03-03";
    private static final String IMAGE_API = "2026-04-01";

    private final ArmClient arm;
    private final AzureSettings settings;

    AzureImageCheck(ArmClient arm, AzureSettings settings) {
        this.arm = arm;
        this.settings = settings;
    }

    Result check(PreflightInput plan) {
        TreeSet<String> images = new TreeSet<>();
        plan.machines().forEach(spec -> images.add(settings.imageOf(spec)));
        return images.stream()
                .flatMap(image -> problem(image).stream())
                .findFirst()
                .orElseGet(
                        () -> new Result.Passed("The machines use the image %s.".formatted(String.join(", ", images))));
    }

    private Optional<Result> problem(String image) {
        String[] words = image.split(":", -1);
        return words.length == 4 ? marketplace(image, words) : resource(image);
    }

    private Optional<Result> marketplace(String image, String[] words) {
        String path = ArmPaths.of(settings)
                .subscriptionPath(
                        "/providers/Microsoft.Compute/locations/%s/publishers/%s/artifacttypes/vmimage/offers/%s/skus/%s/versions"
                                .formatted(
                                        RestRequest.encode(settings.location()),
                                        RestRequest.encode(words[0]),
                                        RestRequest.encode(words[1]),
                                        RestRequest.encode(words[2])));
        boolean exists = words[3].equals("latest")
                ? hasVersions(path)
                : arm.find(path + "/" + RestRequest.encode(words[3]), IMAGE_API, Map.of())
                        .isPresent();
        return exists ? Optional.empty() : Optional.of(missing(image));
    }

    /** The list of versions is a bare array. */
    private boolean hasVersions(String path) {
        return arm.find(path, IMAGE_API, Map.of())
                .filter(found -> !found.isEmpty())
                .isPresent();
    }

    private Optional<Result> resource(String image) {
        String lower = image.toLowerCase(Locale.ROOT);
        if (lower.startsWith("/communitygalleries/") || lower.startsWith("/sharedgalleries/")) {
            return Optional.of(
                    new Result.Unknown("The image %s of a shared gallery cannot be checked.".formatted(image)));
        }
        boolean gallery = lower.contains("/microsoft.compute/galleries/");
        if (gallery && !lower.contains("/versions/")) {
            return Optional.of(new Result.Unknown("The machines use the newest version of %s.".formatted(image)));
        }
        Optional<JsonNode> found = arm.find(image, gallery ? GALLERY_API : IMAGE_API, Map.of());
        return found.isEmpty() ? Optional.of(missing(image)) : found.flatMap(document -> elsewhere(image, document));
    }

    private Optional<Result> elsewhere(String image, JsonNode found) {
        List<String> regions =
                found.at("/properties/publishingProfile/targetRegions").isArray()
                        ? found.at("/properties/publishingProfile/targetRegions")
                                .valueStream()
                                .map(region -> region.path("name").asText(""))
                                .toList()
                        : List.of(found.path("location").asText(""));
        return regions.stream().anyMatch(settings::isHere)
                ? Optional.empty()
                : Optional.of(new Result.Failed(
                        "The image %s is available in %s only.".formatted(image, String.join(", ", regions)),
                        "Replicate the image to %s, or use another one.".formatted(settings.location())));
    }

    private Result missing(String image) {
        return new Result.Failed(
                "The image %s does not exist in %s.".formatted(image, settings.location()),
                AzureErrorClassification.of("ImageNotFound", "", 404).hint());
    }
}
