package dev.butlerlabs.core.provider.nutanix;

import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.OwnershipTags;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The ownership tag of an image: one line of its description with the digest of the content. */
final class ImageDescriptionCodec {
    private static final String FORM =
            OwnershipTags.MANAGED_BY + "=" + OwnershipTags.MANAGER + " " + OwnershipTags.IMAGE + "=%s";
    private static final Pattern LINE = Pattern.compile(FORM.replace(".", "\\.").formatted("(?<digest>[a-z0-9]{52})"));

    private ImageDescriptionCodec() {}

    static String of(ImageId id) {
        return FORM.formatted(id.digest()) + "\n" + id;
    }

    /**
     * Returns the digest in a description.
     *
     * @return empty if the image does not belong to Butler; the tag must be the only one
     */
    static Optional<String> digest(String description) {
        List<String> marks = description
                .lines()
                .map(String::strip)
                .filter(line -> line.contains(OwnershipTags.MANAGED_BY) || line.contains(OwnershipTags.IMAGE))
                .toList();
        if (marks.size() != 1) {
            return Optional.empty();
        }
        Matcher line = LINE.matcher(marks.getFirst());
        return line.matches() ? Optional.of(line.group("digest")) : Optional.empty();
    }
}
