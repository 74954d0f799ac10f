package dev.butlerlabs.sim.aws;

import java.util.List;
import java.util.Optional;

/** One page of a list and the token of the next page. */
record ResultPage<T>(List<T> items, Optional<String> next) {
    static <T> ResultPage<T> of(List<T> all, Optional<String> token, int size) {
        int start = token.map(ResultPage::position).orElse(0);
        int end = Math.min(all.size(), start + size);
        return new ResultPage<>(
                all.subList(Math.min(start, end), end),
                end < all.size() ? Optional.of("page-" + end) : Optional.empty());
    }

    private static int position(String token) {
        if (!token.matches("page-\\d{1,9}")) {
            throw AwsErrorResponse.of("InvalidParameterValue", "The token '%s' is not valid.".formatted(token));
        }
        return Integer.parseInt(token.substring("page-".length()));
    }
}
