package dev.butlerlabs.core.provider.gcp;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A target of a load balancer, identified by its provider ID. */
record GcpTarget(String zone, String instance) {
    private static final Pattern PROVIDER_ID = Pattern.compile("gce://[^/]+/(?<zone>[a-z0-9-]+)/(?<name>[a-z0-9-]+)");

    static GcpTarget of(String providerId) {
        Matcher form = PROVIDER_ID.matcher(providerId);
        if (!form.matches()) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "%s is not the provider ID of an instance.".formatted(providerId),
                    "Use gce://PROJECT/ZONE/NAME.");
        }
        return new GcpTarget(form.group("zone"), form.group("name"));
    }
}
