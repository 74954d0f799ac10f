package dev.butlerlabs.core.talos.client;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.talos.wire.Common;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Predicate;

/** Reassembles the chunks of a stream. */
final class StreamAssembler {
    private StreamAssembler() {}

    static Predicate<Common.Data> into(OutputStream target) {
        return chunk -> {
            try {
                chunk.getBytes().writeTo(target);
                target.flush();
                return true;
            } catch (IOException e) {
                throw new ButlerException(
                        ErrorCode.ENVIRONMENT, "Cannot write the received data: %s.".formatted(e.getMessage()), e);
            }
        };
    }
}
