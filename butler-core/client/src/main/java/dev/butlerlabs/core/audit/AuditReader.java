package dev.butlerlabs.core.audit;

import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.audit.AuditRecord.Author;
import dev.butlerlabs.core.audit.AuditRecord.Subject;
import dev.butlerlabs.core.identity.change.TeamClient;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.LenientDecoder;
import dev.butlerlabs.core.kube.ServerSideApply;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads who changed tenant clusters, teams and grants: from audit events, and for changes without an event from the managed fields of
 * existing objects, which name only the client program. Thread-safe.
 */
public final class AuditReader {
    /** The webhook that records the users. */
    public static final String WEBHOOK = "audit.butler.butlerlabs.dev";

    /** The controllers apply objects with the first name, and change them otherwise with the second. */
    private static final Set<String> CONTROLLERS = Set.of(ServerSideApply.BUTLER, "butler-controllers");

    /** Events and managed fields have whole seconds, and the event is written before the object. */
    private static final Duration SAME_CHANGE = Duration.ofSeconds(5);

    private static final ResourceDefinitionContext CONFIGURATION = new ResourceDefinitionContext.Builder()
            .withGroup("admissionregistration.k8s.io")
            .withVersion("v1")
            .withKind("ValidatingWebhookConfiguration")
            .withPlural("validatingwebhookconfigurations")
            .withNamespaced(false)
            .build();

    private final KubernetesClient client;

    /** @param client connected to the management cluster */
    public AuditReader(KubernetesClient client) {
        this.client = client;
    }

    /** Returns the changes since a time, the oldest first; those of one team if it is given. */
    public List<AuditRecord> list(Optional<Team> team, Instant since) {
        List<AuditRecord> recorded = events(team)
                .flatMap(event -> AuditEvents.record(event).stream())
                .filter(record -> !record.time().isBefore(since))
                .toList();
        Stream<AuditRecord> unrecorded = objects(team)
                .flatMap(AuditReader::managed)
                .filter(record -> !record.time().isBefore(since))
                .filter(record -> recorded.stream().noneMatch(event -> isSameChange(event, record)));
        return Stream.concat(recorded.stream(), unrecorded)
                .sorted(Comparator.comparing(AuditRecord::time)
                        .thenComparing(record -> record.subject().toString()))
                .toList();
    }

    private Stream<Event> events(Optional<Team> team) {
        return KubeErrorMapper.translating(
                "listing events",
                () -> team.map(one -> Stream.concat(
                                events(TeamClient.namespace(one)),
                                events("default").filter(event -> isAbout(event, one))))
                        .orElseGet(() ->
                                client
                                        .v1()
                                        .events()
                                        .inAnyNamespace()
                                        .withLabel(Labels.AUDIT)
                                        .list()
                                        .getItems()
                                        .stream()));
    }

    private Stream<Event> events(String namespace) {
        return client.v1().events().inNamespace(namespace).withLabel(Labels.AUDIT).list().getItems().stream();
    }

    private static boolean isAbout(Event event, Team team) {
        return team.getKind().equals(event.getInvolvedObject().getKind())
                && team.getMetadata().getName().equals(event.getInvolvedObject().getName());
    }

    private Stream<HasMetadata> objects(Optional<Team> team) {
        var clusters = LenientDecoder.over(client).resources(TenantCluster.class);
        List<TenantCluster> found = KubeErrorMapper.askingForKind(
                client,
                "TenantClusters",
                "listing TenantClusters",
                () -> team.map(one ->
                                clusters.inNamespace(TeamClient.namespace(one)).list())
                        .orElseGet(() -> clusters.inAnyNamespace().list())
                        .getItems());
        Stream<Team> teams = team.map(Stream::of).orElseGet(() -> new TeamClient(client).list().items().stream());
        return Stream.concat(found.stream(), teams);
    }

    /** Returns the last change by each client program. The controllers' own changes are left out. */
    private static Stream<AuditRecord> managed(HasMetadata object) {
        return Optional.ofNullable(object.getMetadata().getManagedFields()).orElse(List.of()).stream()
                .filter(entry -> entry.getTime() != null && entry.getManager() != null)
                .filter(entry ->
                        entry.getSubresource() == null || entry.getSubresource().isEmpty())
                .filter(entry -> !CONTROLLERS.contains(entry.getManager()))
                .map(entry -> record(object, entry));
    }

    private static AuditRecord record(HasMetadata object, ManagedFieldsEntry entry) {
        boolean created = Objects.equals(entry.getTime(), object.getMetadata().getCreationTimestamp());
        return new AuditRecord(
                Instant.parse(entry.getTime()),
                new Author.Client(entry.getManager()),
                created ? AuditVerb.CREATED : AuditVerb.CHANGED,
                Subject.of(object),
                List.of());
    }

    private static boolean isSameChange(AuditRecord event, AuditRecord managed) {
        return event.subject().kind().equals(managed.subject().kind())
                && event.subject().namespace().equals(managed.subject().namespace())
                && event.subject().name().equals(managed.subject().name())
                && Duration.between(event.time(), managed.time()).abs().compareTo(SAME_CHANGE) <= 0;
    }

    /** Returns whether the webhook that records users is installed; empty if the caller may not read its configuration. */
    public Optional<Boolean> isRecordingUsers() {
        try {
            return Optional.of(Optional.ofNullable(client.genericKubernetesResources(CONFIGURATION)
                            .withName("butler-webhook")
                            .get())
                    .map(configuration -> configuration.<List<?>>get("webhooks"))
                    .stream()
                    .flatMap(List::stream)
                    .anyMatch(webhook -> webhook instanceof Map<?, ?> map && WEBHOOK.equals(map.get("name"))));
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }
}
