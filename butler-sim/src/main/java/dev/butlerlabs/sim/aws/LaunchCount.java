package dev.butlerlabs.sim.aws;

/** How many instances a request launches: as many as possible up to the maximum, but none without capacity for the minimum. */
record LaunchCount(int minimum, int maximum) {
    static LaunchCount of(AwsCall call) {
        LaunchCount count = new LaunchCount(count(call, "MinCount"), count(call, "MaxCount"));
        if (count.minimum > count.maximum) {
            throw AwsErrorResponse.of(
                    "InvalidParameterValue",
                    "Value (%d) for parameter minCount is invalid. It must not exceed maxCount (%d)."
                            .formatted(count.minimum, count.maximum));
        }
        return count;
    }

    private static int count(AwsCall call, String name) {
        String text = call.require(name);
        if (!text.matches("[1-9][0-9]{0,4}")) {
            throw AwsErrorResponse.of(
                    "InvalidParameterValue",
                    "Value (%s) for parameter %s is invalid. It must be a positive number.".formatted(text, name));
        }
        return Integer.parseInt(text);
    }
}
