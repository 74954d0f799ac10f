package dev.butlerlabs.core.provider.azure;

import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.List;
import java.util.Optional;

/** The types of managed disks that can be created together with a virtual machine. */
final class AzureDiskTypes {
    static final String DEFAULT = "Premium_LRS";
    static final List<String> ALL =
            List.of(DEFAULT, "Premium_ZRS", "StandardSSD_LRS", "StandardSSD_ZRS", "Standard_LRS");

    private AzureDiskTypes() {}

    /** Returns the type of an extra disk: its storage class, or the common type. */
    static String of(ExtraDisk disk, AzureSettings settings) {
        Optional<String> requested = Optional.ofNullable(disk.storageClass()).filter(text -> !text.isBlank());
        return requested
                .map(text -> ALL.stream()
                        .filter(text::equalsIgnoreCase)
                        .findFirst()
                        .orElseThrow(() -> new ButlerException(
                                ErrorCode.INVALID_INPUT,
                                "Azure has no disk type %s.".formatted(text),
                                "Set storageClass to one of %s.".formatted(String.join(", ", ALL)))))
                .orElse(settings.diskType());
    }
}
