package dev.butlerlabs.sim.proxmox;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Renders virtual machines as the API does. */
final class PveRenderer {
    private static final Set<String> NUMBERS =
            Set.of("cores", "sockets", "onboot", "template", "protection", "balloon");
    private static final Pattern SIZE = Pattern.compile("size=(\\d+)([KMGT])");
    private static final Map<String, Long> UNITS = Map.of("K", 1L, "M", 1L << 10, "G", 1L << 20, "T", 1L << 30);

    private PveRenderer() {}

    static ObjectNode config(PveVm vm) {
        ObjectNode config = object();
        vm.config.forEach((name, value) -> {
            if (NUMBERS.contains(name)) {
                config.put(name, Integer.parseInt(value));
            } else {
                config.put(name, name.equals("description") ? value + "\n" : value);
            }
        });
        return config.put("digest", digest(vm));
    }

    static String digest(PveVm vm) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-1")
                            .digest(vm.config.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-1", e);
        }
    }

    static void requireDigest(PveVm vm, PveParameters parameters) {
        if (parameters
                .find("digest")
                .filter(digest -> !digest.equals(digest(vm)))
                .isPresent()) {
            throw PveException.died("checksum mismatch (file change by other user?)");
        }
    }

    /** Changes the size of a disk, which can only grow. */
    static void resize(PveVm vm, String disk, String size) {
        String value = Optional.ofNullable(vm.config.get(disk))
                .orElseThrow(() -> PveException.died("disk '%s' does not exist".formatted(disk)));
        Matcher current = SIZE.matcher(value);
        if (!current.find()) {
            throw PveException.died("Could not determine current size of volume");
        }
        Matcher wanted = SIZE.matcher("size=" + size);
        if (!wanted.matches()) {
            throw PveException.died("internal error");
        }
        if (kibibytes(wanted) < kibibytes(current)) {
            throw PveException.died("shrinking disks is not supported");
        }
        vm.config.put(disk, current.replaceFirst(wanted.group()));
    }

    private static long kibibytes(Matcher size) {
        return Long.parseLong(size.group(1)) * UNITS.get(size.group(2));
    }

    static ObjectNode current(PveVm vm) {
        ObjectNode status = listed(vm).put("qmpstatus", vm.running ? "running" : "stopped");
        status.putObject("ha").put("managed", 0);
        if (vm.hasAgent()) {
            status.put("agent", 1);
        }
        return status;
    }

    /** Returns a virtual machine as in the list of its node. */
    static ObjectNode listed(PveVm vm) {
        ObjectNode entry = object().put("vmid", vm.id)
                .put("name", vm.name())
                .put("status", vm.running ? "running" : "stopped")
                .put("cpus", Integer.parseInt(vm.config.getOrDefault("cores", "1")))
                .put("maxmem", memoryMiB(vm) << 20)
                .put("uptime", vm.running ? 60 : 0);
        putIfGiven(entry, "tags", vm.config.getOrDefault("tags", ""));
        putIfGiven(entry, "lock", vm.lock());
        return vm.isTemplate() ? entry.put("template", 1) : entry;
    }

    static long memoryMiB(PveVm vm) {
        return Long.parseLong(vm.config.getOrDefault("memory", "512"));
    }

    /** Returns a virtual machine as in the list of the cluster: with its file, but published name and status. */
    static ObjectNode resource(PveVm vm, Optional<PveCluster.Statistics> statistics, boolean isOnline) {
        ObjectNode entry = object().put("id", "qemu/" + vm.id)
                .put("type", "qemu")
                .put("vmid", vm.id)
                .put("node", vm.node)
                .put("status", "unknown");
        statistics
                .filter(_ -> isOnline)
                .ifPresent(known -> entry.put("status", known.isRunning() ? "running" : "stopped")
                        .put("template", known.isTemplate() ? 1 : 0)
                        .put("maxcpu", 1)
                        .put("maxmem", memoryMiB(vm) << 20)
                        .put("uptime", 0));
        statistics.ifPresent(known -> entry.put("name", known.name()));
        putIfGiven(entry, "tags", vm.config.getOrDefault("tags", ""));
        putIfGiven(entry, "lock", vm.lock());
        putIfGiven(entry, "pool", vm.pool);
        return entry;
    }

    private static void putIfGiven(ObjectNode entry, String name, String value) {
        if (!value.isEmpty()) {
            entry.put(name, value);
        }
    }

    /** Returns what the guest agent reports. A guest has loopback and link-local addresses too. */
    static ObjectNode interfaces(PveVm vm) {
        if (!vm.running) {
            throw PveException.died("VM %d is not running".formatted(vm.id));
        }
        if (!vm.hasAgent()) {
            throw PveException.died("No QEMU guest agent configured");
        }
        if (vm.inside.isEmpty()) {
            throw PveException.died("QEMU guest agent is not running");
        }
        ObjectNode answer = object();
        ArrayNode devices = answer.putArray("result");
        ObjectNode loopback = devices.addObject().put("name", "lo").put("hardware-address", "00:00:00:00:00:00");
        address(loopback.putArray("ip-addresses"), "127.0.0.1", "ipv4", 8);
        ObjectNode card = devices.addObject()
                .put("name", "eth0")
                .put("hardware-address", vm.mac().toLowerCase(Locale.ROOT));
        ArrayNode addresses = card.putArray("ip-addresses");
        address(addresses, "fe80::be24:11ff:fe00:1", "ipv6", 64);
        vm.address().ifPresent(ip -> address(addresses, ip, "ipv4", 24));
        return answer;
    }

    private static void address(ArrayNode addresses, String ip, String type, int prefix) {
        addresses.addObject().put("ip-address", ip).put("ip-address-type", type).put("prefix", prefix);
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
