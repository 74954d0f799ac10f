package dev.butlerlabs.core.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.PullImageResultCallback;
import com.github.dockerjava.api.model.PullResponseItem;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Manages the images of an engine. Thread-safe. */
public final class DockerImages {
    private static final long MEBIBYTE = 1024 * 1024;

    private final DockerClient requests;
    private final DockerClient streams;
    private final DockerErrorMapper answers;

    DockerImages(DockerClient requests, DockerClient streams, DockerErrorMapper answers) {
        this.requests = requests;
        this.streams = streams;
        this.answers = answers;
    }

    public boolean has(ImageName image) {
        try {
            answers.to(
                    "inspecting image " + image,
                    () -> requests.inspectImageCmd(image.wanted()).exec());
            return true;
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                return false;
            }
            throw e;
        }
    }

    /**
     * Checks whether the engine has an image or can pull it. Starts a pull and cancels it when the registry has answered: the API has no
     * request for it that all engines support.
     */
    public ImageAvailability availability(ImageName image, Duration limit) {
        if (has(image)) {
            return new ImageAvailability.Present();
        }
        try {
            return answers.to("pulling image " + image, () -> inRegistry(image, limit));
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.NOT_FOUND || e.code() == ErrorCode.DOCKER_REFUSED) {
                return new ImageAvailability.Unavailable(e.getMessage());
            }
            throw e;
        }
    }

    private ImageAvailability inRegistry(ImageName image, Duration limit) {
        PullProbe probe = streams.pullImageCmd(image.repository())
                .withTag(image.reference())
                .exec(new PullProbe());
        if (!DockerStreams.endsWithin(probe, limit)) {
            return new ImageAvailability.Undetermined("no response within %d s".formatted(limit.toSeconds()));
        }
        return probe.failure()
                .<ImageAvailability>map(ImageAvailability.Unavailable::new)
                .orElseGet(ImageAvailability.Pullable::new);
    }

    /** Pulls an image and reports the progress. */
    public void pull(ImageName image, Duration limit, Consumer<String> progress) {
        answers.to("pulling image " + image, () -> {
            Pulling pulling = streams.pullImageCmd(image.repository())
                    .withTag(image.reference())
                    .exec(new Pulling(progress));
            DockerStreams.complete(pulling, limit, "Pulling image " + image);
            return image;
        });
    }

    /** Adds up the progress of all layers. */
    private static final class Pulling extends PullImageResultCallback {
        private final Consumer<String> progress;
        private final Map<String, Long> fetched = new HashMap<>();
        private final Map<String, Long> sizes = new HashMap<>();

        Pulling(Consumer<String> progress) {
            this.progress = progress;
        }

        @Override
        public void onNext(PullResponseItem item) {
            super.onNext(item);
            var detail = item.getProgressDetail();
            if (item.getId() == null || detail == null || detail.getCurrent() == null || detail.getTotal() == null) {
                return;
            }
            if ("Downloading".equals(item.getStatus())) {
                fetched.put(item.getId(), detail.getCurrent());
                sizes.put(item.getId(), detail.getTotal());
                progress.accept("%d/%d MiB".formatted(sum(fetched) / MEBIBYTE, sum(sizes) / MEBIBYTE));
            }
        }

        private static long sum(Map<String, Long> parts) {
            return parts.values().stream().mapToLong(Long::longValue).sum();
        }
    }
}
