package dev.butlerlabs.core.provider.aws;

import java.util.Locale;

/** The processors a machine may have. */
enum Architecture {
    AMD64("x86_64"),
    ARM64("arm64");

    private final String awsWord;

    Architecture(String awsWord) {
        this.awsWord = awsWord;
    }

    /** As EC2 calls it. */
    String awsWord() {
        return awsWord;
    }

    /** As files call it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
