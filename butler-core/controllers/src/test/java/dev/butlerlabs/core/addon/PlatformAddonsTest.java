package dev.butlerlabs.core.addon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.helm.ChartRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlatformAddonsTest {
    private static PlatformAddon addon(String name, String... needs) {
        return new PlatformAddon(
                name,
                name,
                "1.0.0",
                Optional.empty(),
                Set.of(),
                List.of(needs),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                PlatformAddon.Images.UNKNOWN);
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
    void needsWhatAnAddonThatIsLeftOutWouldHaveNeeded() {
        List<PlatformAddon> wanted = PlatformAddons.shipped().wanted(choice("cert-manager", "gateway-api"));
        assertThat(wanted)
                .extracting(PlatformAddon::name)
                .containsExactly("gateway-api", "cert-manager", "butler-crds", "butler-addons");
        assertThat(wanted.get(1).dependsOn()).containsExactly("gateway-api");
    }

    @Test
    void knowsAnInfrastructureByEitherOfItsNames() {
        AddonSelection choice = new AddonSelection(
                Set.of("cluster-api", "cluster-api-harvester"), Map.of("cluster-api-harvester", "v9.9.9"), Map.of());
        assertThat(PlatformAddons.shipped().unknown(choice)).isEmpty();
        assertThat(PlatformAddons.shipped().wanted(choice))
                .filteredOn(addon -> addon.name().equals("cluster-api-kubevirt"))
                .extracting(PlatformAddon::version)
                .containsExactly("v9.9.9");
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
                .filteredOn(addon -> addon.chart().isPresent())
                .allSatisfy(addon ->
                        assertThat(ChartRequest.isExact(addon.version())).isTrue());
    }

    @Test
    void takesAnotherVersionWhereOneIsWanted() {
        AddonSelection choice = new AddonSelection(Set.of("cert-manager"), Map.of("cert-manager", "v1.17.0"), Map.of());
        assertThat(PlatformAddons.shipped().wanted(choice))
                .filteredOn(addon -> addon.name().equals("cert-manager"))
                .extracting(PlatformAddon::version)
                .containsExactly("v1.17.0");
    }

    @Test
    void namesSwitchesThatNoAddonHas() {
        assertThat(PlatformAddons.shipped().unknown(choice("cilium", "cluster-api-moon")))
                .containsExactly("cluster-api-moon");
    }

    private static AddonSelection choice(String... switches) {
        return new AddonSelection(Set.of(switches), Map.of(), Map.of());
    }
}
