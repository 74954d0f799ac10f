package dev.butlerlabs.core.provider.proxmox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.provider.BootImageSpec;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.provider.ImageSource;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProxmoxImageCopiesTest {
    private static final ImageId ID = new ImageId("ce4c980d", "v1.12.1", "amd64", "nocloud", "qcow2");
    private static final String TAG = ".butler-" + ID.digest();
    private static final List<String> NODES = List.of("pve1", "pve2");
    private static final ProxmoxImageCopies.Storage SHARED = new ProxmoxImageCopies.Storage("nfs", true);
    private static final ProxmoxImageCopies.Storage LOCAL = new ProxmoxImageCopies.Storage("local", false);
    private static final String IN_SHARED = "nfs:import/talos" + TAG + ".qcow2";
    private static final String IN_LOCAL = "local:import/talos" + TAG + ".qcow2";
    private static final BootImageSpec SPEC =
            new BootImageSpec(ID, "new", new ImageSource.Download(URI.create("https://factory.test/image")));

    private static ProxmoxImageCopies copies(ProxmoxImageCopy... copies) {
        return new ProxmoxImageCopies(NODES, List.of(SHARED, LOCAL), Arrays.asList(copies));
    }

    private static ProxmoxImageCopy copy(String node, String volume) {
        return new ProxmoxImageCopy(node, volume, 100, false);
    }

    @Test
    void aNewImageIsCreatedOnceInTheSharedStorage() {
        ProxmoxImageCopies none = copies();
        assertThat(none.target(SPEC)).isEqualTo("nfs:import/new" + TAG + ".qcow2");
        assertThat(none.missing(none.target(SPEC))).containsExactly("pve1");
        assertThat(none.ready()).isEmpty();
    }

    @Test
    void aSharedCopyIsEnough() {
        assertThat(copies(copy("pve1", IN_SHARED)).ready()).contains(IN_SHARED);
    }

    @Test
    void everyNodeNeedsALocalCopyWithTheSameName() {
        ProxmoxImageCopies one = copies(copy("pve2", IN_LOCAL));
        assertThat(one.ready()).isEmpty();
        assertThat(one.target(SPEC)).isEqualTo(IN_LOCAL);
        assertThat(one.missing(IN_LOCAL)).containsExactly("pve1");
        assertThat(copies(copy("pve1", IN_LOCAL), copy("pve2", IN_LOCAL)).ready())
                .contains(IN_LOCAL);
    }

    @Test
    void copiesWithOtherNamesAreSurplus() {
        ProxmoxImageCopy other = copy("pve1", "nfs:import/other" + TAG + ".qcow2");
        ProxmoxImageCopies two = copies(copy("pve1", IN_SHARED), other);
        assertThat(two.ready()).contains(other.volume());
        assertThat(two.surplus(other.volume())).containsExactly(copy("pve1", IN_SHARED));
    }

    @Test
    void aCopyOfAnotherLengthIsNotComplete() {
        String volume = "nfs:import/talos" + TAG + "-101.qcow2";
        ProxmoxImageCopies half = copies(copy("pve1", volume));
        assertThat(half.hasIncomplete()).isTrue();
        assertThat(half.ready()).isEmpty();
        assertThat(copies(new ProxmoxImageCopy("pve1", volume, 101, true)).ready())
                .contains(volume);
    }

    /** Another storage was selected since the copy was created. */
    @Test
    void aCopyInAnotherStorageIsNotUsed() {
        ProxmoxImageCopies other = new ProxmoxImageCopies(
                NODES, List.of(LOCAL), List.of(copy("pve1", "old:import/talos" + TAG + ".qcow2")));
        assertThat(other.target(SPEC)).isEqualTo("local:import/new" + TAG + ".qcow2");
        assertThat(other.surplus(other.target(SPEC))).hasSize(1);
    }

    @Test
    void withoutAStorageTheNodesAreNamed() {
        ProxmoxImageCopies none = new ProxmoxImageCopies(NODES, List.of(), List.of());
        assertThat(catchThrowableOfType(ButlerException.class, () -> none.target(SPEC)))
                .hasMessageContaining("pve1, pve2");
    }
}
