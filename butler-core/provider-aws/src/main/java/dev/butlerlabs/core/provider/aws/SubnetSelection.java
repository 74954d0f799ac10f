package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.ec2.model.Subnet;

/** The subnets of the machines, and the selection of one for a machine. */
record SubnetSelection(List<Subnet> all) {
    private static final Pattern TRAILING_INDEX = Pattern.compile("([0-9]{1,9})$");

    SubnetSelection {
        all = all.stream()
                .sorted(Comparator.comparing(Subnet::availabilityZone).thenComparing(Subnet::subnetId))
                .toList();
    }

    SortedMap<String, List<Subnet>> byZone() {
        return all.stream().collect(Collectors.groupingBy(Subnet::availabilityZone, TreeMap::new, Collectors.toList()));
    }

    /**
     * Returns the subnets to try for a machine in order of preference: its own zone, derived from the number at the end of its
     * name, then one of each other zone.
     */
    List<Subnet> inOrderFor(String machine, Optional<String> zone) {
        SortedMap<String, List<Subnet>> byZone = byZone();
        zone.ifPresent(wanted -> requireZone(wanted, byZone));
        List<String> zones = new ArrayList<>(zone.map(List::of).orElseGet(() -> List.copyOf(byZone.keySet())));
        int index = index(machine);
        Collections.rotate(zones, -Math.floorMod(index, zones.size()));
        return zones.stream()
                .map(name -> oneOf(byZone.get(name), index / byZone.size()))
                .toList();
    }

    /** Returns one subnet per zone, as a load balancer requires. */
    List<Subnet> oneOfEachZone() {
        return byZone().values().stream().map(List::getFirst).toList();
    }

    String vpc() {
        return all.getFirst().vpcId();
    }

    private static Subnet oneOf(List<Subnet> subnets, int turn) {
        return subnets.get(Math.floorMod(turn, subnets.size()));
    }

    private static int index(String machine) {
        Matcher index = TRAILING_INDEX.matcher(machine);
        return index.find() ? Integer.parseInt(index.group(1)) : Math.floorMod(machine.hashCode(), Integer.MAX_VALUE);
    }

    private static void requireZone(String zone, SortedMap<String, List<Subnet>> byZone) {
        if (!byZone.containsKey(zone)) {
            throw new ButlerException(
                    ErrorCode.NOT_FOUND,
                    "No configured subnet is in the zone %s.".formatted(zone),
                    "Use one of %s, or add a subnet in that zone.".formatted(byZone.keySet()));
        }
    }
}
