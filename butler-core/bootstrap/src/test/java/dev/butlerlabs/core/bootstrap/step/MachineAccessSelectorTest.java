package dev.butlerlabs.core.bootstrap.step;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.butlerlabs.core.api.MachinePortAccess;
import dev.butlerlabs.core.bootstrap.step.MachineAccessSelector.Access;
import dev.butlerlabs.core.talos.client.KeyFingerprint;
import dev.butlerlabs.core.talos.client.NodeAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MachineAccessSelectorTest {
    private static final int TALOS = 50_000;
    private static final KeyFingerprint NODE = key((byte) 1);
    private static final KeyFingerprint OTHER = key((byte) 2);
    private static final String ADDRESS = "10.5.0.20";
    private static final String PORT = "127.0.0.1:20001";

    private final Map<String, Deque<KeyFingerprint>> answers = new HashMap<>();
    private final List<String> probed = new ArrayList<>();
    private final MachineAccessSelector selector = new MachineAccessSelector(TALOS, this::probe);

    private static KeyFingerprint key(byte fill) {
        byte[] digest = new byte[32];
        digest[0] = fill;
        return new KeyFingerprint(Base64.getEncoder().encodeToString(digest));
    }

    /** Returns the answers of an address in their order; the last one remains. */
    private Optional<KeyFingerprint> probe(NodeAddress address) {
        probed.add(address.toString());
        Deque<KeyFingerprint> queue = answers.getOrDefault(address.toString(), new ArrayDeque<>());
        return Optional.ofNullable(queue.size() > 1 ? queue.poll() : queue.peek());
    }

    private void answers(String address, KeyFingerprint... keys) {
        answers.put(address, new ArrayDeque<>(List.of(keys)));
    }

    private static MachineRoute machine(boolean required) {
        return new MachineRoute(
                ADDRESS,
                Optional.of(new MachinePortAccess(
                        required, List.of(new MachinePortAccess.Published(TALOS, "127.0.0.1", 20_001)))));
    }

    private Optional<Access> decide(boolean required) {
        return selector.decide(List.of(machine(required)));
    }

    @Test
    void usesTheAddressWithoutPublishedPorts() {
        assertEquals(Optional.of(Access.DIRECT), selector.decide(List.of(MachineRoute.direct(ADDRESS))));
        assertEquals(List.of(), probed);
    }

    @Test
    void usesThePortsWithoutAProbeWhereTheyAreRequired() {
        assertEquals(Optional.of(Access.PORTS), decide(true));
        assertEquals(List.of(), probed);
        assertEquals(
                new NodeAddress("127.0.0.1", 20_001),
                selector.route(machine(true)).target(TALOS));
    }

    @Test
    void usesTheAddressIfTheSameMachineAnswersThere() {
        answers(PORT, NODE);
        answers(ADDRESS, NODE);
        assertEquals(Optional.of(Access.DIRECT), decide(false));
        assertEquals(
                new NodeAddress(ADDRESS, TALOS), selector.route(machine(false)).target(TALOS));
    }

    @Test
    void usesThePortsIfNothingAnswersAtTheAddress() {
        answers(PORT, NODE);
        assertEquals(Optional.of(Access.PORTS), decide(false));
    }

    /** The configuration contains keys, so it must not be sent to another host that has the address of the machine. */
    @Test
    void usesThePortsIfAnotherHostAnswersAtTheAddress() {
        answers(PORT, NODE);
        answers(ADDRESS, OTHER);
        assertEquals(Optional.of(Access.PORTS), decide(false));
    }

    @Test
    void waitsUntilTheMachineAnswersAtItsPort() {
        answers(ADDRESS, OTHER);
        assertEquals(Optional.empty(), decide(false));
        answers(PORT, NODE);
        answers(ADDRESS, NODE);
        assertEquals(Optional.of(Access.DIRECT), decide(false));
    }

    @Test
    void probesAgainIfTheMachineChangedItsKeyInTheMeantime() {
        answers(PORT, NODE, OTHER);
        answers(ADDRESS, OTHER);
        assertEquals(Optional.empty(), decide(false));
        assertEquals(Optional.of(Access.DIRECT), decide(false));
    }

    @Test
    void decidesOnce() {
        answers(PORT, NODE);
        assertEquals(Optional.of(Access.PORTS), decide(false));
        answers(ADDRESS, NODE);
        probed.clear();
        assertEquals(Optional.of(Access.PORTS), decide(false));
        assertEquals(List.of(), probed);
    }
}
