package dev.butlerlabs.sim.cluster.helm;

import dev.butlerlabs.sim.cluster.control.JobRunner;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.stream.Stream;

/** Simulates {@code kubectl apply} of a URL, the only supported kubectl command. */
final class KubectlApply {
    private final HelmArguments arguments;
    private final KubernetesClient client;

    KubectlApply(HelmArguments arguments, KubernetesClient client) {
        this.arguments = arguments;
        this.client = client;
    }

    JobRunner.Outcome run() {
        if (!arguments.word(0).equals(java.util.Optional.of("apply"))) {
            throw new HelmFailure(
                    "unknown command \"%s\" for \"kubectl\"".formatted(String.join(" ", arguments.words())));
        }
        StringBuilder log = new StringBuilder();
        for (String address : arguments.all("values")) {
            ChartContent chart = ChartContent.at(address)
                    .orElseThrow(() ->
                            new HelmFailure("unable to read URL \"%s\", server reported 404 Not Found, status code=404"
                                    .formatted(address)));
            ReleaseRenderer rendering = new ReleaseRenderer(chart, chart.name(), "default", new ReleaseValues());
            Stream.of(rendering.definitions(), rendering.objects())
                    .flatMap(List::stream)
                    .forEach(object -> log.append(apply(object)));
        }
        return new JobRunner.Outcome(0, log.toString());
    }

    private String apply(HasMetadata object) {
        client.resource(object).forceConflicts().serverSideApply();
        return "%s/%s serverside-applied\n"
                .formatted(object.getPlural(), object.getMetadata().getName());
    }
}
