package dev.butlerlabs.core.docker;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.PullImageResultCallback;
import com.github.dockerjava.api.model.PullResponseItem;
import com.github.dockerjava.transport.DockerHttpClient;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Manages the images of an engine. Thread-safe. */
public final class DockerImages {
    private static final long MEBIBYTE = 1024 * 1024;

    private final DockerClient requests;
    private final DockerClient streams;
    private final DockerHttpClient http;
    private final DockerErrorMapper answers;

    DockerImages(DockerClient requests, DockerClient streams, DockerHttpClient http, DockerErrorMapper answers) {
        this.requests = requests;
        this.streams = streams;
        this.http = http;
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

    /** Checks whether the engine has an image or can pull it. Pulls nothing. */
    public ImageAvailability availability(ImageName image) {
        return has(image) ? new ImageAvailability.Present() : inRegistry(image);
    }

    /** The client library has no command for this request. */
    private ImageAvailability inRegistry(ImageName image) {
        return answers.to("looking up image " + image, () -> {
            DockerHttpClient.Request request = DockerHttpClient.Request.builder()
                    .method(DockerHttpClient.Request.Method.GET)
                    .path("/distribution/" + image.wanted() + "/json")
                    .build();
            try (DockerHttpClient.Response response = http.execute(request)) {
                return answer(
                        response.getStatusCode(), new String(response.getBody().readAllBytes(), UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static ImageAvailability answer(int status, String body) {
        return switch (status) {
            case 200 -> new ImageAvailability.Pullable();
            case 401, 403, 404 -> new ImageAvailability.Unavailable(DockerErrorMapper.message(body));
            default -> new ImageAvailability.Undetermined(DockerErrorMapper.message(body));
        };
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
