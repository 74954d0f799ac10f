package dev.butlerlabs.core.provider.azure;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The identity that Kubernetes projects into this process. Its file is that of the process: a ProviderConfig cannot name another
 * one, whose content would be sent to the token endpoint.
 */
record WorkloadIdentity(Map<String, String> environment) {
    private static final String FILE = "AZURE_FEDERATED_TOKEN_FILE";
    private static final String USUAL_FILE = "/var/run/secrets/azure/tokens/azure-identity-token";

    WorkloadIdentity {
        environment = Map.copyOf(environment);
    }

    /** Rejects a login without a tenant or client, before clients are created. */
    void validate(AzureLogin login) {
        tenant(login);
        clientId(login);
    }

    String tenant(AzureLogin login) {
        return require(login.tenant(), AzureLogin.TENANT, "AZURE_TENANT_ID");
    }

    String clientId(AzureLogin login) {
        return require(login.clientId(), AzureLogin.CLIENT, "AZURE_CLIENT_ID");
    }

    private String require(Optional<String> given, String key, String variable) {
        return given.or(() -> Optional.ofNullable(environment.get(variable)).filter(text -> !text.isBlank()))
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.INVALID_INPUT,
                        "The credentials do not contain the key %s, and %s is not set.".formatted(key, variable),
                        "Add the key %s to the Secret in credentialsRef, or enable workload identity for the pod of Butler."
                                .formatted(key)));
    }

    /** Reads the token. Kubernetes replaces the file before the token expires. */
    SensitiveText token() {
        Path file = Path.of(environment.getOrDefault(FILE, USUAL_FILE));
        try {
            return new SensitiveText(Files.readString(file).strip());
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.UNAUTHENTICATED,
                    "Cannot read the token of the workload identity from %s.".formatted(file),
                    "Enable workload identity for the pod of Butler, or set identity: client-secret.");
        }
    }

    @Override
    public String toString() {
        return "WorkloadIdentity";
    }
}
