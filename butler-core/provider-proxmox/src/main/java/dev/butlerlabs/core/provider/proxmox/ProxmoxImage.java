package dev.butlerlabs.core.provider.proxmox;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;

/** The image of a machine. */
sealed interface ProxmoxImage {
    /** A template to clone. */
    record Template(int vmId) implements ProxmoxImage {
        @Override
        public String toString() {
            return "template " + vmId;
        }
    }

    /**
     * A disk image to import.
     *
     * @param volume volume ID, such as {@code local:import/talos.qcow2}
     */
    record Volume(String volume) implements ProxmoxImage {
        String storage() {
            return volume.substring(0, volume.indexOf(':'));
        }

        @Override
        public String toString() {
            return "volume " + volume;
        }
    }

    /**
     * Parses an image reference.
     *
     * @throws ButlerException with INVALID_INPUT if the text is neither a VM ID nor a volume
     */
    static ProxmoxImage parse(String text) {
        if (text.matches("[1-9][0-9]{2,8}")) {
            return new Template(Integer.parseInt(text));
        }
        if (text.matches("[A-Za-z][A-Za-z0-9_.-]*:import/[^\\s,]+")) {
            return new Volume(text);
        }
        throw new ButlerException(
                ErrorCode.INVALID_INPUT,
                "The image %s is neither the VM ID of a template nor a volume of content type import.".formatted(text),
                "Use an image such as 9000 or local:import/talos.qcow2.");
    }
}
