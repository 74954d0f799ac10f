package dev.butlerlabs.core.provider.gcp;

/** The name of an object in Cloud Storage. */
record GcsObject(String bucket, String name) {
    /** Returns the URL that Compute Engine imports images from. It is an identifier: its host is the same on every endpoint. */
    String source() {
        return "https://storage.googleapis.com/%s/%s".formatted(bucket, name);
    }

    @Override
    public String toString() {
        return "gs://%s/%s".formatted(bucket, name);
    }
}
