package dev.butlerlabs.core.docker;

import com.github.dockerjava.api.model.Frame;
import java.util.regex.Pattern;

/** Reads a log until a pattern is found. */
final class ContainerLogReader extends ExecOutputCollector {
    private final Pattern wanted;
    private volatile boolean found;

    ContainerLogReader(Pattern wanted) {
        this.wanted = wanted;
    }

    @Override
    public void onNext(Frame frame) {
        super.onNext(frame);
        if (!found && wanted.matcher(text()).find()) {
            found = true;
            onComplete();
        }
    }

    boolean isFound() {
        return found;
    }

    String text() {
        return out() + err();
    }
}
