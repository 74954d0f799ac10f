package dev.butlerlabs.core.embedded.protobuf;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All messages of the built-in resource types, loaded with the first protobuf body. */
final class MessageTable {

    /** Groups whose package name differs from the group name. */
    private static final Map<String, String> PACKAGES = Map.ofEntries(
            Map.entry("v1", "core/v1"),
            Map.entry("rbac.authorization.k8s.io/v1", "rbac/v1"),
            Map.entry("coordination.k8s.io/v1", "coordination/v1"),
            Map.entry("events.k8s.io/v1", "events/v1"),
            Map.entry("networking.k8s.io/v1", "networking/v1"),
            Map.entry("storage.k8s.io/v1", "storage/v1"),
            Map.entry("scheduling.k8s.io/v1", "scheduling/v1"),
            Map.entry("authorization.k8s.io/v1", "authorization/v1"),
            Map.entry("authentication.k8s.io/v1", "authentication/v1"),
            Map.entry("discovery.k8s.io/v1", "discovery/v1"),
            Map.entry("admissionregistration.k8s.io/v1", "admissionregistration/v1"),
            Map.entry("node.k8s.io/v1", "node/v1"));

    private final Map<String, ProtobufMessage> messages;

    private MessageTable(Map<String, ProtobufMessage> messages) {
        this.messages = messages;
    }

    static MessageTable get() {
        return Loaded.TABLE;
    }

    /** Returns the message of a resource type; request options such as DeleteOptions are the same in every group. */
    Optional<ProtobufMessage> find(String apiVersion, String kind) {
        String place = kind.endsWith("Options") ? "meta/v1" : PACKAGES.getOrDefault(apiVersion, apiVersion);
        return Optional.ofNullable(messages.get(place + "." + kind));
    }

    ProtobufMessage named(String name) {
        return Objects.requireNonNull(messages.get(name), name);
    }

    private static final class Loaded {
        static final MessageTable TABLE = new MessageTable(load());

        private static Map<String, ProtobufMessage> load() {
            try (InputStream resource = MessageTable.class.getResourceAsStream("fields.txt");
                    BufferedReader lines = new BufferedReader(new InputStreamReader(
                            Objects.requireNonNull(resource, "fields.txt"), StandardCharsets.UTF_8))) {
                return lines.lines()
                        .map(ProtobufMessage::parse)
                        .collect(Collectors.toMap(ProtobufMessage::name, Function.identity()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
