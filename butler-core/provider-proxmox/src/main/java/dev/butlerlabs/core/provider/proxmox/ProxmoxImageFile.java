package dev.butlerlabs.core.provider.proxmox;

import dev.butlerlabs.core.provider.BootImageSpec;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.ImageSource;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of an image file, which is the only attribute that Proxmox VE stores for it. It ends with an ownership tag: the digest of
 * the image and, for an upload, its length. Proxmox VE copies an uploaded file without a temporary name, so that a copy of another
 * length is not complete. A downloaded file appears when it is complete.
 *
 * @param digest digest of the image
 * @param length expected length in bytes; empty for downloads
 */
record ProxmoxImageFile(String digest, Optional<Long> length) {
    private static final int LONGEST_NAME = 120;
    private static final Pattern TAGGED =
            Pattern.compile(".+\\.butler-(?<digest>[0-9a-v]{52})(-(?<length>[1-9][0-9]{0,17}))?\\.[a-z0-9]+");

    /** Returns the file name of a new image. */
    static String name(BootImageSpec spec) {
        String readable = spec.name().replaceAll("[^A-Za-z0-9._-]+", "_").replaceFirst("^[._-]+", "");
        String start = readable.isEmpty() ? "image" : readable.substring(0, Math.min(LONGEST_NAME, readable.length()));
        String length = spec.source() instanceof ImageSource.Upload upload ? "-" + upload.length() : "";
        return start + ".butler-" + spec.id().digest() + length + "."
                + spec.id().format();
    }

    /**
     * Parses a file name.
     *
     * @return empty if the file has no ownership tag
     */
    static Optional<ProxmoxImageFile> parse(String name) {
        Matcher matcher = TAGGED.matcher(name);
        return matcher.matches()
                ? Optional.of(new ProxmoxImageFile(
                        matcher.group("digest"),
                        Optional.ofNullable(matcher.group("length")).map(Long::valueOf)))
                : Optional.empty();
    }

    /** Returns whether a file name has the ownership tag of an image. */
    static boolean isOf(String name, ImageId id) {
        return parse(name).filter(file -> file.digest().equals(id.digest())).isPresent();
    }
}
