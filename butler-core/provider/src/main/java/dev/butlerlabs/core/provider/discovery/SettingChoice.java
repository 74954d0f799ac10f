package dev.butlerlabs.core.provider.discovery;

import dev.butlerlabs.core.version.VersionList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * A value that can be chosen.
 *
 * @param value as in a bootstrap file: a text or a number
 * @param label description for people, such as a name that belongs to an ID; may be equal to the value
 * @param preferred whether to propose it
 */
public record SettingChoice(Object value, String label, boolean preferred) {
    public SettingChoice {
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(label, "label");
    }

    public static SettingChoice of(Object value) {
        return new SettingChoice(value, value.toString(), false);
    }

    public static SettingChoice of(Object value, String label) {
        return new SettingChoice(value, label, false);
    }

    /**
     * Proposes the images whose names indicate the default version of Talos, or Talos at all.
     *
     * @param images labelled with their names
     */
    public static List<SettingChoice> ofImages(List<SettingChoice> images) {
        String version =
                VersionList.current().defaultTalos().toString().replace("v", "").replace('.', '-');
        boolean hasVersion = images.stream().anyMatch(image -> image.isTalos(version));
        return images.stream()
                .map(image -> new SettingChoice(image.value, image.label, image.isTalos(hasVersion ? version : "")))
                .toList();
    }

    private boolean isTalos(String version) {
        String name = label.toLowerCase(Locale.ROOT).replace('.', '-');
        return name.contains("talos") && name.contains(version);
    }
}
