package dev.butlerlabs.core.status;

import dev.butlerlabs.core.api.ConditionTypes;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigStatus;
import dev.butlerlabs.core.kube.DecodedList;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.LenientDecoder;
import dev.butlerlabs.core.kube.UndecodableObject;
import dev.butlerlabs.core.machine.ProviderValidation;
import dev.butlerlabs.core.machine.ProviderValidationResult;
import dev.butlerlabs.core.provider.PreflightCheck;
import dev.butlerlabs.core.provider.ProviderRegistry;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/** Reads ProviderConfigs and connects to their infrastructures, all at the same time and with a time limit. Changes nothing. */
final class ProviderStatusReader {
    /** The names of checks that compare the requested machines with what is available. */
    private static final Set<String> HEADROOM = Set.of("Quota", "Capacity");

    private final KubernetesClient client;
    private final ProviderRegistry providers;
    private final Duration limit;
    private final Clock clock;

    ProviderStatusReader(KubernetesClient client, ProviderRegistry providers, Duration limit, Clock clock) {
        this.client = client;
        this.providers = providers;
        this.limit = limit;
        this.clock = clock;
    }

    List<ProviderObservation> read() {
        DecodedList<ProviderConfig> listed = configs();
        List<ProviderConfig> configs = listed.items();
        ProviderValidation validation = new ProviderValidation(client, providers, clock);
        Map<String, Callable<ProviderObservation.Probe>> probes = new LinkedHashMap<>();
        configs.forEach(config -> probes.put(key(config), () -> probe(validation.probe(config))));
        Map<String, SourceResult<ProviderObservation.Probe>> answers = new ParallelReader(limit).read(probes, _ -> {});
        List<ProviderObservation> all = new ArrayList<>();
        for (ProviderConfig config : configs) {
            all.add(new ProviderObservation(
                    config.getMetadata().getNamespace(),
                    config.getMetadata().getName(),
                    config.getSpec().provider(),
                    notReady(Optional.ofNullable(config.getStatus())),
                    Objects.requireNonNull(answers.get(key(config)))));
        }
        listed.undecodable().forEach(object -> all.add(undecodable(object)));
        return all;
    }

    private static ProviderObservation undecodable(UndecodableObject object) {
        return new ProviderObservation(
                object.name().namespace().orElse(""),
                object.name().name(),
                "",
                Optional.of("cannot be decoded: " + object.problem()),
                new SourceResult.Skipped<>("the ProviderConfig cannot be decoded"));
    }

    private DecodedList<ProviderConfig> configs() {
        return DecodedList.of(KubeErrorMapper.askingForKind(
                client,
                "ProviderConfigs",
                "listing ProviderConfigs",
                () -> LenientDecoder.over(client)
                        .resources(ProviderConfig.class)
                        .inAnyNamespace()
                        .list()
                        .getItems()));
    }

    private static String key(ProviderConfig config) {
        return config.getMetadata().getNamespace() + "/" + config.getMetadata().getName();
    }

    static ProviderObservation.Probe probe(ProviderValidationResult result) {
        Optional<String> headroom = result.answers().stream()
                .filter(answer -> HEADROOM.contains(answer.name()))
                .flatMap(answer -> text(answer.result()).stream())
                .findFirst();
        return new ProviderObservation.Probe(
                result.version(),
                headroom.map(ParallelReader::phrase),
                result.failures().stream().map(ParallelReader::phrase).toList());
    }

    private static Optional<String> text(PreflightCheck.Result result) {
        return switch (result) {
            case PreflightCheck.Result.Passed(String seen) -> Optional.of(seen);
            case PreflightCheck.Result.Doubtful(String message, String _) -> Optional.of(message);
            case PreflightCheck.Result.Failed(String message, String _) -> Optional.of(message);
            case PreflightCheck.Result.Unknown(String message) ->
                Optional.of("unknown: " + ParallelReader.phrase(message));
        };
    }

    static Optional<String> notReady(Optional<ProviderConfigStatus> status) {
        if (status.map(ProviderConfigStatus::ready).filter(Boolean.TRUE::equals).isPresent()) {
            return Optional.empty();
        }
        return status.map(ProviderConfigStatus::conditions).stream()
                .flatMap(List::stream)
                .filter(condition -> ConditionTypes.READY.equals(condition.getType()))
                .map(condition -> Optional.ofNullable(condition.getMessage()).orElse(""))
                .filter(message -> !message.isBlank())
                .map(ParallelReader::phrase)
                .findFirst()
                .or(() -> Optional.of("the controllers have not validated it yet"));
    }
}
