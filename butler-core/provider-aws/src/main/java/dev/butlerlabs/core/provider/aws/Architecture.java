package dev.butlerlabs.core.provider.aws;

import java.util.Locale;

/** CPU architectures of machines. */
enum Architecture {
    AMD64("x86_64"),
    ARM64("arm64");

    private final String awsWord;

    Architecture(String awsWord) {
        this.awsWord = awsWord;
    }

    /** Returns the name that EC2 uses. */
    String awsWord() {
        return awsWord;
    }

    /** Returns the name in configuration files. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
