package dev.butlerlabs.core.docker;

import com.github.dockerjava.api.async.ResultCallbackTemplate;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.StreamType;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Collects both streams of a command. They come cut at any byte, so they are put together before they are read as text. */
class Output extends ResultCallbackTemplate<Output, Frame> {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Override
    public void onNext(Frame frame) {
        (frame.getStreamType() == StreamType.STDERR ? err : out).writeBytes(frame.getPayload());
    }

    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
