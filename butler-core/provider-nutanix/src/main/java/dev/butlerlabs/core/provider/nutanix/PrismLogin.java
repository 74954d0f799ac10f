package dev.butlerlabs.core.provider.nutanix;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.provider.rest.RestAuthentication;
import dev.butlerlabs.core.provider.rest.SecretRedactor;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Username and password. {@link #toString} is empty. */
record PrismLogin(SensitiveText username, SensitiveText password) {
    PrismLogin {
        Objects.requireNonNull(username, "username");
        Objects.requireNonNull(password, "password");
    }

    String header() {
        String pair = username.value() + ":" + password.value();
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    RestAuthentication authentication() {
        return RestAuthentication.always(Map.of("Authorization", header()), echo());
    }

    SecretRedactor echo() {
        return SecretRedactor.of(List.of(username, password, new SensitiveText(header())));
    }
}
