package dev.butlerlabs.adm.talos;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.talos.client.NodeAddress;
import dev.butlerlabs.core.talos.client.TalosClient;
import dev.butlerlabs.core.talos.client.TalosCredentials;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Running machines and the credentials for them. */
record Machines(List<NodeAddress> addresses, TalosCredentials credentials, Clock clock) {
    Machines {
        addresses = List.copyOf(addresses);
    }

    /** Asks every machine; one that fails does not keep the others from answering. */
    <T> Answered<T> all(Function<TalosClient, List<T>> question) {
        List<T> rows = new ArrayList<>();
        Optional<ButlerException> failure = Optional.empty();
        for (NodeAddress address : addresses) {
            try (TalosClient client = TalosClient.secured(address, credentials, clock)) {
                rows.addAll(question.apply(client));
            } catch (ButlerException e) {
                failure = failure.or(() -> Optional.of(e));
            }
        }
        return new Answered<>(rows, failure);
    }

    /** The first one; for questions that any control plane answers for all. */
    TalosClient any() {
        return TalosClient.secured(addresses.getFirst(), credentials, clock);
    }

    /** The only one. */
    TalosClient one() {
        if (addresses.size() > 1) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "%d machines are named where one is meant.".formatted(addresses.size()),
                    "Name one with --nodes %s.".formatted(addresses.getFirst()));
        }
        return any();
    }

    /** What was heard, and the first failure among it. */
    record Answered<T>(List<T> rows, Optional<ButlerException> failure) {
        Answered {
            rows = List.copyOf(rows);
        }

        /** To be called when what was heard is printed. */
        void failIfAnyFailed() {
            failure.ifPresent(e -> {
                throw e;
            });
        }
    }
}
