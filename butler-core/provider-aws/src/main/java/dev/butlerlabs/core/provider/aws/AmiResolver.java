package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.DescribeImagesRequest;
import software.amazon.awssdk.services.ec2.model.Image;

/** Resolves images. Images do not change, so each one is requested once. */
final class AmiResolver {
    private static final Pattern ID = Pattern.compile("ami-[0-9a-z]+");
    private static final Pattern VERSION = Pattern.compile("v?([0-9]+\\.[0-9]+\\.[0-9]+\\S*)");
    private static final Pattern NUMBERS = Pattern.compile("v([0-9]+)\\.([0-9]+)\\.([0-9]+)");
    private static final String ANY_TALOS = "talos-v*";

    private final Ec2Client ec2;
    private final AwsSettings settings;
    private final Map<String, Image> byId = new ConcurrentHashMap<>();

    AmiResolver(Ec2Client ec2, AwsSettings settings) {
        this.ec2 = ec2;
        this.settings = settings;
    }

    /** Returns the image of a machine, or that of the settings, or the newest released Talos version. */
    Image require(Optional<String> asked) {
        String words = asked.filter(text -> !text.isBlank())
                .or(settings::image)
                .map(String::strip)
                .orElse(ANY_TALOS);
        return ID.matcher(words).matches() ? byId(words) : newest(pattern(words));
    }

    private Image byId(String id) {
        Image known = byId.get(id);
        if (known != null) {
            return known;
        }
        Image found = AwsErrorMapper.find(
                        "describe the image " + id, () -> ec2.describeImages(request -> request.imageIds(id)))
                .flatMap(answer -> answer.images().stream().findFirst())
                .orElseThrow(() -> notFound("Image %s not found in %s.".formatted(id, settings.region())));
        byId.put(id, found);
        return found;
    }

    static String pattern(String words) {
        Matcher version = VERSION.matcher(words);
        return version.matches() ? "talos-v%s-*".formatted(version.group(1)) : words;
    }

    private Image newest(String pattern) {
        DescribeImagesRequest request = DescribeImagesRequest.builder()
                .owners(settings.imageOwner())
                .filters(
                        OwnershipTagMapper.filter("name", pattern),
                        OwnershipTagMapper.filter(
                                "architecture", settings.architecture().awsWord()),
                        OwnershipTagMapper.filter("state", "available"))
                .build();
        List<Image> images = AwsErrorMapper.ask(
                "find images named " + pattern,
                () -> ec2.describeImagesPaginator(request).images().stream().toList());
        return newest(pattern, images)
                .orElseThrow(() -> notFound("No image with the name %s for %s found in account %s in %s."
                        .formatted(pattern, settings.architecture().word(), settings.imageOwner(), settings.region())));
    }

    /** Returns the newest image. A later release is newer than a patch release of an earlier one that was published later. */
    static Optional<Image> newest(String pattern, List<Image> images) {
        return images.stream()
                .filter(image -> !pattern.equals(ANY_TALOS) || isRelease(image.name()))
                .max(Comparator.comparing((Image image) -> version(image.name()))
                        .thenComparing(image ->
                                Optional.ofNullable(image.creationDate()).orElse(""))
                        .thenComparing(Image::imageId));
    }

    private static boolean isRelease(String name) {
        return !name.contains("-alpha") && !name.contains("-beta") && !name.contains("-rc");
    }

    private static String version(String name) {
        Matcher numbers = NUMBERS.matcher(name);
        return numbers.find()
                ? "%08d.%08d.%08d"
                        .formatted(
                                Long.parseLong(numbers.group(1)),
                                Long.parseLong(numbers.group(2)),
                                Long.parseLong(numbers.group(3)))
                : "";
    }

    private static ButlerException notFound(String sentence) {
        return new ButlerException(
                ErrorCode.NOT_FOUND,
                sentence,
                "Set ami to the ID of an image in this region or to a Talos version, or set imageOwner to the account that owns the image.");
    }
}
