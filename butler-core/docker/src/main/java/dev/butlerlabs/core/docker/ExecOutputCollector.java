package dev.butlerlabs.core.docker;

import com.github.dockerjava.api.async.ResultCallbackTemplate;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.StreamType;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Collects both output streams of a command. Chunks can split characters, so they are joined before decoding. */
class ExecOutputCollector extends ResultCallbackTemplate<ExecOutputCollector, Frame> {
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
