package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestSpec;
import dev.butlerlabs.core.api.SecretKeyReference;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.ObjectName;
import java.util.Optional;

/** Reads the user data of a machine from its request, or from the Secret that the request references. */
final class UserDataResolver {
    private final ProviderConfigReader reader;

    UserDataResolver(ProviderConfigReader reader) {
        this.reader = reader;
    }

    /** The result of a lookup. */
    sealed interface UserData {
        /** The user data, or empty if the machine has none. */
        record Known(Optional<SensitiveText> text) implements UserData {}

        /** The referenced Secret or key does not exist. */
        record Missing(String message) implements UserData {}
    }

    UserData userData(MachineRequest request) {
        MachineRequestSpec spec = request.getSpec();
        if (spec.userDataSecretRef() == null) {
            return new UserData.Known(Optional.ofNullable(spec.userData()));
        }
        if (spec.userData() != null) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "spec.userData and spec.userDataSecretRef are both set.",
                    "Remove one of them.");
        }
        return kept(request, spec.userDataSecretRef());
    }

    private UserData kept(MachineRequest request, SecretKeyReference reference) {
        ObjectName name = new ObjectName(request.getMetadata().getNamespace(), reference.name());
        Optional<SensitiveText> text = reader.credentials()
                .secret(name)
                .flatMap(secret -> ProviderCredentials.of(secret).find(reference.key()));
        return text.isPresent()
                ? new UserData.Known(text)
                : new UserData.Missing(
                        "Secret %s with key %s for the user data not found.".formatted(name, reference.key()));
    }
}
