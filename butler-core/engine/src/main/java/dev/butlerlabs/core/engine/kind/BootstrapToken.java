package dev.butlerlabs.core.engine.kind;

import java.security.SecureRandom;
import java.util.stream.Collectors;

/** Generates the kubeadm token. The token of KIND is always the same, so any host in its network could join. */
final class BootstrapToken {
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
    private static final int ID = 6;
    private static final int SECRET = 16;

    private BootstrapToken() {}

    static String fresh() {
        SecureRandom random = new SecureRandom();
        return letters(random, ID) + "." + letters(random, SECRET);
    }

    private static String letters(SecureRandom random, int count) {
        return random.ints(count, 0, LETTERS.length())
                .mapToObj(index -> String.valueOf(LETTERS.charAt(index)))
                .collect(Collectors.joining());
    }
}
