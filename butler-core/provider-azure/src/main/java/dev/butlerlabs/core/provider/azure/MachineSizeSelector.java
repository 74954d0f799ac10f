package dev.butlerlabs.core.provider.azure;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineSpec;

/** Selects the VM size of a machine. */
final class MachineSizeSelector {
    private MachineSizeSelector() {}

    static String choose(MachineSpec spec, AzureSettings settings) {
        return settings.vmSize()
                .or(() -> VmSizeSelector.smallest(spec.cpu(), spec.memoryMiB()))
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.INVALID_INPUT,
                        "No known VM size has %d vCPUs and %d MiB of memory.".formatted(spec.cpu(), spec.memoryMiB()),
                        "Reduce CPU or memory, or set vmSize."));
    }
}
