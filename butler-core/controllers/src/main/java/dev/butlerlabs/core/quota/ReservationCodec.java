package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.kube.ObjectSerialization;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Converts a ledger to the data of a ConfigMap, one JSON document for each cluster, and back. Pure functions. */
final class ReservationCodec {
    private static final Logger LOG = LoggerFactory.getLogger(ReservationCodec.class);
    private static final KubernetesSerialization JSON = ObjectSerialization.plain();

    private ReservationCodec() {}

    /** Returns the ledger. An entry that cannot be read is left out, and replaced when the ledger is compared with the clusters. */
    static ReservationLedger read(Map<String, String> data) {
        List<Reservation> entries = new ArrayList<>();
        new TreeMap<>(data).forEach((key, text) -> {
            try {
                entries.add(reservation(JSON.unmarshal(text, Map.class)));
            } catch (RuntimeException e) {
                LOG.warn("Reservation {} cannot be read and is ignored: {}", key, e.getMessage());
            }
        });
        return new ReservationLedger(entries);
    }

    static Map<String, String> write(ReservationLedger ledger) {
        return ledger.entries().stream()
                .collect(Collectors.toMap(
                        entry -> entry.request()
                                .uid()
                                .orElse("name." + entry.request().name()),
                        entry -> JSON.asJson(fields(entry)),
                        (first, second) -> second,
                        TreeMap::new));
    }

    private static Map<String, Object> fields(Reservation entry) {
        ClusterRequest request = entry.request();
        Map<String, Object> fields = new TreeMap<>();
        fields.put("name", request.name());
        request.uid().ifPresent(uid -> fields.put("uid", uid));
        fields.put("clusters", request.usage().clusters());
        fields.put("nodes", request.usage().nodes());
        fields.put("cpu", request.usage().cpu().toPlainString());
        fields.put("memory", request.usage().memory().toPlainString());
        fields.put("storage", request.usage().storage().toPlainString());
        request.environment().ifPresent(text -> fields.put("environment", text));
        request.creator().ifPresent(text -> fields.put("creator", text));
        request.provider().ifPresent(text -> fields.put("provider", text));
        fields.put("options", new TreeMap<>(request.options()));
        fields.put("addons", new TreeMap<>(request.addons()));
        entry.pendingUntil().ifPresent(time -> fields.put("pendingUntil", time.toString()));
        return fields;
    }

    private static Reservation reservation(Map<?, ?> fields) {
        TeamUsage usage = new TeamUsage(
                Integer.parseInt(required(fields, "clusters")),
                Integer.parseInt(required(fields, "nodes")),
                new BigDecimal(required(fields, "cpu")),
                new BigDecimal(required(fields, "memory")),
                new BigDecimal(required(fields, "storage")));
        ClusterRequest request = new ClusterRequest(
                required(fields, "name"),
                text(fields, "uid"),
                usage,
                text(fields, "environment"),
                text(fields, "creator"),
                text(fields, "provider"),
                texts(fields, "options"),
                texts(fields, "addons"));
        return new Reservation(request, text(fields, "pendingUntil").map(Instant::parse));
    }

    private static String required(Map<?, ?> fields, String name) {
        return text(fields, name).orElseThrow(() -> new IllegalArgumentException("field " + name + " is missing"));
    }

    private static Optional<String> text(Map<?, ?> fields, String name) {
        return Optional.ofNullable(fields.get(name)).map(Object::toString);
    }

    private static Map<String, String> texts(Map<?, ?> fields, String name) {
        return fields.get(name) instanceof Map<?, ?> found
                ? found.entrySet().stream()
                        .collect(Collectors.toMap(
                                entry -> entry.getKey().toString(),
                                entry -> entry.getValue().toString()))
                : Map.of();
    }
}
