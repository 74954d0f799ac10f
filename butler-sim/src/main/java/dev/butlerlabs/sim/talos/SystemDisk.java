package dev.butlerlabs.sim.talos;

import java.util.Optional;

/** The two boot slots of a machine: the running Talos, and the one that it replaced. Thread-safe. */
final class SystemDisk {
    private SystemImage active;
    private Optional<SystemImage> other = Optional.empty();
    private Optional<SystemImage> installed = Optional.empty();
    private FirstBoot firstBoot = FirstBoot.SUCCEEDS;

    SystemDisk(SystemImage active) {
        this.active = active;
    }

    /** How a newly installed Talos boots for the first time. */
    enum FirstBoot {
        SUCCEEDS,
        /** It crashes, and the boot loader starts the previous version. */
        FALLS_BACK,
        /** It hangs until the power is cut; then the boot loader starts the previous version. */
        HANGS
    }

    synchronized SystemImage active() {
        return active;
    }

    synchronized Optional<SystemImage> other() {
        return other;
    }

    /** Writes Talos to the other slot, which the next boot uses. */
    synchronized void install(SystemImage image, FirstBoot boots) {
        installed = Optional.of(image);
        firstBoot = boots;
    }

    /** Selects what the machine boots, and returns how that goes. */
    synchronized FirstBoot boot() {
        if (installed.isEmpty()) {
            return FirstBoot.SUCCEEDS;
        }
        SystemImage previous = active;
        active = installed.get();
        other = Optional.of(previous);
        installed = Optional.empty();
        if (firstBoot != FirstBoot.SUCCEEDS) {
            revert();
        }
        return firstBoot;
    }

    /**
     * Makes the next boot use the other slot.
     *
     * @return false if it is empty
     */
    synchronized boolean revert() {
        if (other.isEmpty()) {
            return false;
        }
        SystemImage previous = active;
        active = other.get();
        other = Optional.of(previous);
        return true;
    }

    /** Replaces everything, as when a machine is set up for the first time. */
    synchronized void format(SystemImage image) {
        active = image;
        other = Optional.empty();
        installed = Optional.empty();
    }
}
