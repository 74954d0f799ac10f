package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestSpec;
import dev.butlerlabs.core.api.SecretKeyReference;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.ObjectName;
import java.util.Optional;

/** Finds what a machine is told at its first boot: in its request, or in the Secret that the request names. */
final class FirstBoot {
    private final ProviderReader reader;

    FirstBoot(ProviderReader reader) {
        this.reader = reader;
    }

    /** What was found. */
    sealed interface UserData {
        /** This, or that there is none. */
        record Known(Optional<SensitiveText> text) implements UserData {}

        /** There is some, but not where it is said to be. */
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
                    "spec.userData and spec.userDataSecretRef are both given.",
                    "Keep one of them.");
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
                : new UserData.Missing("There is no Secret %s with the key %s, which holds the machine's user data."
                        .formatted(name, reference.key()));
    }
}
