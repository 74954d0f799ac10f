package dev.butlerlabs.core.provider.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.SensitiveText;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SecretRedactorTest {
    private final SecretRedactor redactor =
            SecretRedactor.of(List.of(new SensitiveText("hunter22"), new SensitiveText("a")));

    @Test
    void aSecretIsHidden() {
        assertThat(redactor.clean("password hunter22 is wrong")).isEqualTo("password (hidden) is wrong");
    }

    @Test
    void aShortSecretIsHiddenAsAWord() {
        assertThat(redactor.clean("user a has no access at all")).isEqualTo("user (hidden) has no access at all");
    }

    @Test
    void linesAndEncodingOfUserDataAreHidden() {
        SensitiveText userData = new SensitiveText("machine:\n  token: abc.def\n");
        String encoded =
                Base64.getEncoder().encodeToString("machine:\n  token: abc.def\n".getBytes(StandardCharsets.UTF_8));

        assertThat(redactor.withUserData(userData).clean("bad line 'token: abc.def' in " + encoded))
                .isEqualTo("bad line '(hidden)' in (hidden)");
    }

    @Test
    void unknownEncodedContentIsCut() {
        byte[] random = new byte[120];
        IntStream.range(0, random.length).forEach(i -> random[i] = (byte) (i * 37));

        assertThat(redactor.clean("value " + Base64.getEncoder().encodeToString(random) + " is invalid"))
                .isEqualTo("value (cut) is invalid");
    }

    @Test
    void pathsOfResourcesAreKept() {
        String path = "/subscriptions/0b1f6471-1bf0-4dda-aec3-111122223333/resourceGroups/platform/providers/"
                + "Microsoft.Compute/virtualMachines/cp-1";

        assertThat(redactor.clean(path)).isEqualTo(path);
    }
}
