package dev.butlerlabs.adm.platform;

import dev.butlerlabs.core.api.ButlerConfigSpec.MultiTenancy.Mode;
import java.util.Locale;

/** The multi-tenancy modes on the command line. */
enum TenancyMode {
    ENFORCED(Mode.ENFORCED),
    OPTIONAL(Mode.OPTIONAL),
    DISABLED(Mode.DISABLED);

    private final Mode mode;

    TenancyMode(Mode mode) {
        this.mode = mode;
    }

    Mode mode() {
        return mode;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
