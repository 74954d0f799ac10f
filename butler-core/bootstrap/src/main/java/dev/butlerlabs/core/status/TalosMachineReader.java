package dev.butlerlabs.core.status;

import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.talos.client.ClientConfiguration;
import dev.butlerlabs.core.talos.client.EtcdMember;
import dev.butlerlabs.core.talos.client.NodeAddress;
import dev.butlerlabs.core.talos.client.TalosClient;
import dev.butlerlabs.core.talos.client.TalosMachineAccess;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/** Reads machines through their Talos API, all at the same time. A machine that does not answer does not affect the others. */
final class TalosMachineReader {
    private final TalosMachineAccess access;
    private final Duration limit;

    TalosMachineReader(ClientConfiguration.Context context, Duration limit, Clock clock) {
        this.access = new TalosMachineAccess(context, clock);
        this.limit = limit;
    }

    /** A machine, and the members of etcd that it listed if it runs etcd. */
    private record Answer(TalosObservation.Machine machine, Optional<List<EtcdMember>> members) {}

    TalosObservation read(Collection<NodeAddress> addresses) {
        Map<String, Callable<Answer>> sources = new LinkedHashMap<>();
        addresses.forEach(address -> sources.put(address.toString(), () -> read(address)));
        Map<String, SourceResult<Answer>> answers = new ParallelReader(limit).read(sources, _ -> {});
        Map<String, SourceResult<TalosObservation.Machine>> machines = new TreeMap<>();
        answers.forEach((address, reading) -> machines.put(address, reading.map(Answer::machine)));
        return new TalosObservation(machines, etcd(answers));
    }

    private Answer read(NodeAddress address) {
        try (TalosClient client = access.connect(address)) {
            TalosObservation.Machine machine = new TalosObservation.Machine(
                    client.hostname(), client.version().tag(), client.status(), client.services());
            return new Answer(
                    machine, machine.isEtcdHealthy() ? Optional.of(client.etcd().members()) : Optional.empty());
        }
    }

    private static SourceResult<List<EtcdMember>> etcd(Map<String, SourceResult<Answer>> answers) {
        return answers.values().stream()
                .flatMap(reading -> reading.value().stream())
                .flatMap(answer -> answer.members().stream())
                .findFirst()
                .<SourceResult<List<EtcdMember>>>map(SourceResult::of)
                .orElseGet(() ->
                        new SourceResult.Unknown<>(ErrorCode.UNREACHABLE, "no machine with a healthy etcd answered"));
    }
}
