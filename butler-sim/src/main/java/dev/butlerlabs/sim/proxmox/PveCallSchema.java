package dev.butlerlabs.sim.proxmox;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The parameters that a call defines. A name that ends with {@code [n]} matches all names with a number. */
final class PveCallSchema {
    /** The options of a virtual machine. */
    static final PveCallSchema VM_OPTIONS = new PveCallSchema()
            .flags("acpi", "kvm", "numa", "onboot", "protection", "tablet")
            .integers("cores", "sockets", "vcpus", "balloon", "shares")
            .texts(
                    "agent",
                    "args",
                    "bios",
                    "boot",
                    "cicustom",
                    "citype",
                    "cpu",
                    "efidisk0",
                    "ide[n]",
                    "machine",
                    "memory")
            .texts(
                    "nameserver",
                    "net[n]",
                    "ostype",
                    "rng0",
                    "sata[n]",
                    "scsi[n]",
                    "scsihw",
                    "searchdomain",
                    "serial[n]")
            .texts("smbios1", "sshkeys", "startup", "tpmstate0", "vga", "virtio[n]", "ciuser", "cipassword", "hotplug")
            .add("description", Type.text(".{0,8192}", "value may only be 8192 characters long"))
            .add("name", Type.text(Type.NAME, "invalid format - value does not look like a valid DNS name"))
            .add(
                    "tags",
                    Type.text("([a-z0-9_][a-z0-9_\\-+.]*([;, ]|$))*", "invalid format - invalid characters in tag"))
            .add(
                    "ipconfig[n]",
                    Type.text(
                            "((ip|gw)=[0-9a-fA-F.:/]+|ip=dhcp|ip6=[0-9a-zA-Z.:/]+|gw6=[0-9a-fA-F:]+)(,(ip|gw|ip6|gw6)=[0-9a-zA-Z.:/]+)*",
                            "invalid format - format error"));

    private final Map<String, Type> types = new HashMap<>();
    private final List<String> required = new ArrayList<>();

    static PveCallSchema none() {
        return new PveCallSchema();
    }

    /** Adds all parameters of another call. */
    PveCallSchema with(PveCallSchema other) {
        types.putAll(other.types);
        return this;
    }

    PveCallSchema texts(String... names) {
        Arrays.stream(names).forEach(name -> types.put(name, Type.ANY));
        return this;
    }

    PveCallSchema integers(String... names) {
        Arrays.stream(names).forEach(name -> types.put(name, Type.INTEGER));
        return this;
    }

    PveCallSchema flags(String... names) {
        Arrays.stream(names).forEach(name -> types.put(name, Type.FLAG));
        return this;
    }

    PveCallSchema add(String name, Type type) {
        types.put(name, type);
        return this;
    }

    PveCallSchema require(String... names) {
        required.addAll(List.of(names));
        return this;
    }

    Optional<Type> find(String name) {
        return Optional.ofNullable(types.get(name))
                .or(() -> Optional.ofNullable(types.get(name.replaceFirst("\\d+$", "[n]"))));
    }

    List<String> required() {
        return required;
    }

    /**
     * The type of a parameter.
     *
     * @param failure message about a wrong value; {@code %s} is replaced with the value
     */
    record Type(Pattern pattern, String failure) {
        static final String NAME = "([a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?\\.)*[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?";
        static final Type ANY = text("[\\s\\S]*", "");
        static final Type INTEGER = text("-?\\d{1,15}", "type check ('integer') failed - got '%s'");
        static final Type FLAG = text("[01]", "type check ('boolean') failed - got '%s'");
        static final Type VM_ID = text("[1-9]\\d{2,8}", "invalid format - value does not look like a valid VM ID");

        static Type text(String pattern, String failure) {
            return new Type(Pattern.compile(pattern), failure);
        }

        Optional<String> problem(String value) {
            return pattern.matcher(value).matches() ? Optional.empty() : Optional.of(failure.replace("%s", value));
        }
    }
}
