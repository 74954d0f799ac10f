package dev.butlerlabs.core.embedded.patch;

import static org.assertj.core.api.Assertions.assertThatObject;

import dev.butlerlabs.core.jsonpatch.JsonValueComparator;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ServerSideApplyPatchTest {
    static List<GoldenFolder> cases() {
        return ApplyCases.all();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void behavesAsTheFolderTells(GoldenFolder folder) {
        assertThatObject(ApplyCases.play(folder, "some-gadget", new ModelApi("some-gadget")))
                .usingComparator((one, other) -> JsonValueComparator.equal(one, other) ? 0 : 1)
                .isEqualTo(folder.file("result"));
    }
}
