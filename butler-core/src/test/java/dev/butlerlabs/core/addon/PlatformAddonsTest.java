package dev.butlerlabs.core.addon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlatformAddonsTest {
    private static PlatformAddon addon(String name, String... needs) {
        return new PlatformAddon(name, name, Optional.empty(), List.of(needs), Optional.empty(), List.of(), List.of());
    }

    @Test
    void putsEachAddonAfterThoseItNeeds() {
        List<PlatformAddon> sorted = AddonOrder.sorted(List.of(addon("c", "b"), addon("a"), addon("b", "a")));
        assertThat(sorted).extracting(PlatformAddon::name).containsExactly("a", "b", "c");
    }

    @Test
    void namesTheCircleOfAddonsThatNeedEachOther() {
        assertThatThrownBy(() -> AddonOrder.sorted(List.of(addon("a", "b"), addon("b", "a"))))
                .hasMessageContaining("a, b, a");
    }

    @Test
    void namesAnAddonThatDoesNotExist() {
        assertThatThrownBy(() -> AddonOrder.sorted(List.of(addon("a", "b")))).hasMessageContaining("depends on b");
    }

    @Test
    void leavesOutWhatNoSwitchWantsAndTheNeedForIt() {
        List<PlatformAddon> wanted = PlatformAddons.shipped().wanted(Set.of("cert-manager"));
        assertThat(wanted).extracting(PlatformAddon::name).containsExactly("cert-manager");
        assertThat(wanted.getFirst().dependsOn()).isEmpty();
    }

    @Test
    void installsTheNetworkBeforeWhatRunsOnIt() {
        List<String> names =
                PlatformAddons.shipped().all().stream().map(PlatformAddon::name).toList();
        assertThat(names.indexOf("cilium")).isLessThan(names.indexOf("cert-manager"));
        assertThat(names.indexOf("cilium")).isLessThan(names.indexOf("metallb"));
    }

    @Test
    void pinsEveryChart() {
        assertThat(PlatformAddons.shipped().all())
                .flatExtracting(addon -> addon.chart().stream().toList())
                .allSatisfy(chart -> assertThat(chart.version()).matches("v?\\d+\\.\\d+\\.\\d+"));
    }
}
