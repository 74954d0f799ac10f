package dev.butlerlabs.core.provider;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A mark is known again, and nothing else is taken for one. */
class OwnershipDescriptionCodecTest {
    private static final OwnerId OWNER = new OwnerId("6f3c2a10");
    private static final String MARK = OwnershipDescriptionCodec.of(new MachineId("cp-0", OWNER));

    @Property(tries = 200)
    void everyMarkIsKnownAgain(@ForAll("labels") String name, @ForAll("labels") String owner, @ForAll String notes) {
        String description = notes.replace("butler", "") + "\n"
                + OwnershipDescriptionCodec.of(new MachineId(name, new OwnerId(owner)));
        assertThat(OwnershipDescriptionCodec.owner(name, description)).contains(new OwnerId(owner));
        assertThat(OwnershipDescriptionCodec.owner(name + "x", description)).isEmpty();
    }

    @Provide
    Arbitrary<String> labels() {
        return Arbitraries.strings()
                .withChars("abcxyz0189-")
                .ofMinLength(1)
                .ofMaxLength(40)
                .map(text -> "a" + text + "0");
    }

    @Test
    void otherLinesOfADescriptionDoNotMatter() {
        assertThat(OwnershipDescriptionCodec.owner(
                        "cp-0", "Ask Ann before touching.\n  " + MARK + "  \nBackup: weekly"))
                .contains(OWNER);
    }

    @Test
    void twoMarksAreNone() {
        String other = OwnershipDescriptionCodec.of(new MachineId("cp-0", new OwnerId("other")));
        assertThat(OwnershipDescriptionCodec.owner("cp-0", MARK + "\n" + other)).isEmpty();
        assertThat(OwnershipDescriptionCodec.owner("cp-0", MARK + "\n" + MARK)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "butler",
                "butler.butlerlabs.dev/managed-by=butler",
                "butler.butlerlabs.dev/owner-uid=6f3c2a10 butler.butlerlabs.dev/machine=cp-0",
                "butlerxbutlerlabs.dev/managed-by=butler butler.butlerlabs.dev/owner-uid=a butler.butlerlabs.dev/machine=cp-0",
                "butler.butlerlabs.dev/managed-by=somebody butler.butlerlabs.dev/owner-uid=a butler.butlerlabs.dev/machine=cp-0",
                "butler.butlerlabs.dev/managed-by=butler butler.butlerlabs.dev/owner-uid=A_B butler.butlerlabs.dev/machine=cp-0",
                "not butler.butlerlabs.dev/managed-by=butler butler.butlerlabs.dev/owner-uid=a butler.butlerlabs.dev/machine=cp-0",
                "butler.butlerlabs.dev/managed-by=butler butler.butlerlabs.dev/owner-uid=a butler.butlerlabs.dev/machine=cp-0 or so"
            })
    void whatOnlyResemblesAMarkIsNone(String description) {
        assertThat(OwnershipDescriptionCodec.owner("cp-0", description)).isEmpty();
    }
}
