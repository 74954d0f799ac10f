package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.provider.ImageId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/** The running and finished uploads of this process, one for each image on an infrastructure. Thread-safe. */
final class ImageUploads {
    private final Executor executor;
    private final Map<Key, Upload> uploads = new ConcurrentHashMap<>();

    /** @param executor runs each upload in a thread of its own */
    ImageUploads(Executor executor) {
        this.executor = executor;
    }

    /** An image on the infrastructure of a ProviderConfig. */
    record Key(ObjectName config, ImageId image) {}

    /** An upload. */
    interface Task {
        /** Uploads the image. */
        void run();

        /** Returns the SHA-256 of the content once all of it was read; empty before, and if another process had uploaded it. */
        Optional<String> sha256();

        /** Returns the number of bytes that were uploaded so far. */
        long uploaded();
    }

    /** The state of an upload. */
    sealed interface Progress {
        record Running(int percent) implements Progress {}

        record Finished(Optional<String> sha256) implements Progress {}

        /** The image can still be complete: its checksum is then known, and the failure followed. */
        record Failed(RuntimeException cause, Optional<String> sha256) implements Progress {}
    }

    /** Starts an upload unless one is running or its result was not read yet. */
    void start(Key key, long length, Task task) {
        Upload upload = new Upload(length, task::uploaded);
        if (uploads.putIfAbsent(key, upload) == null) {
            executor.execute(() -> upload.run(task));
        }
    }

    Optional<Progress> find(Key key) {
        return Optional.ofNullable(uploads.get(key)).map(Upload::progress);
    }

    boolean isRunning(Key key) {
        return find(key).filter(Progress.Running.class::isInstance).isPresent();
    }

    /** Forgets a finished upload, so that the next one can start. */
    void forget(Key key) {
        uploads.computeIfPresent(key, (_, upload) -> upload.progress() instanceof Progress.Running ? upload : null);
    }

    /** Stops a running upload. */
    void cancel(Key key) {
        Optional.ofNullable(uploads.get(key)).ifPresent(Upload::cancel);
        forget(key);
    }

    private static final class Upload {
        private final long length;
        private final LongSupplier uploaded;
        private Optional<Thread> thread = Optional.empty();
        private Optional<Progress> result = Optional.empty();
        private boolean cancelled;

        private Upload(long length, LongSupplier uploaded) {
            this.length = length;
            this.uploaded = uploaded;
        }

        private void run(Task task) {
            if (begin()) {
                end(outcome(task));
            }
        }

        private synchronized boolean begin() {
            thread = Optional.of(Thread.currentThread());
            return !cancelled;
        }

        private static Progress outcome(Task task) {
            try {
                task.run();
                return new Progress.Finished(task.sha256());
            } catch (RuntimeException e) {
                return new Progress.Failed(e, task.sha256());
            }
        }

        private synchronized void end(Progress outcome) {
            thread = Optional.empty();
            result = Optional.of(outcome);
        }

        private synchronized void cancel() {
            cancelled = true;
            thread.ifPresent(Thread::interrupt);
            if (result.isEmpty() && thread.isEmpty()) {
                result = Optional.of(new Progress.Failed(
                        new ButlerException(ErrorCode.CANCELLED, "The upload was cancelled."), Optional.empty()));
            }
        }

        private synchronized Progress progress() {
            return result.orElseGet(
                    () -> new Progress.Running((int) Math.min(100, uploaded.getAsLong() * 100 / length)));
        }
    }
}
