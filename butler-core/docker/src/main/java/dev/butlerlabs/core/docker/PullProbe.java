package dev.butlerlabs.core.docker;

import com.github.dockerjava.api.async.ResultCallbackTemplate;
import com.github.dockerjava.api.model.PullResponseItem;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the progress of a pull until it is known whether the registry has the image. */
final class PullProbe extends ResultCallbackTemplate<PullProbe, PullResponseItem> {
    /** Messages about layers, which the engine sends after it has received the manifest. */
    private static final Pattern FOUND = Pattern.compile(
            "^(Pulling fs layer|Waiting|Downloading|Download complete|Already exists|Pull complete|Digest:|Status:)");

    private volatile String failure = "";

    @Override
    public void onNext(PullResponseItem item) {
        if (item.isErrorIndicated() && item.getErrorDetail() != null) {
            failure = String.valueOf(item.getErrorDetail().getMessage());
            onComplete();
        } else if (item.getStatus() != null && FOUND.matcher(item.getStatus()).find()) {
            onComplete();
        }
    }

    /** Returns the message of the registry if it does not provide the image. */
    Optional<String> failure() {
        return Optional.of(failure).filter(text -> !text.isEmpty());
    }
}
