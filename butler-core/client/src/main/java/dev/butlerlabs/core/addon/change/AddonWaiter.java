package dev.butlerlabs.core.addon.change;

import dev.butlerlabs.core.addon.change.AddonSummary.Stage;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.ObjectWaiter;
import dev.butlerlabs.core.kube.WaitCondition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Waits for an addon and reports why it is not ready.
 *
 * @param say receives the state whenever it changes
 * @param limit the timeout of each wait
 */
public record AddonWaiter(Consumer<String> say, Duration limit) {
    /**
     * Waits until an addon is installed.
     *
     * @throws ButlerException with ADDON_FAILED if it fails or is deleted, or with TIMEOUT
     */
    public void untilInstalled(ManagementAddonClient addons, String name) {
        await(addons.resource(name), "ManagementAddon " + name, ObservedAddon::facts);
    }

    /**
     * Waits until an addon is deleted.
     *
     * @throws ButlerException with TIMEOUT
     */
    public void untilGone(ManagementAddonClient addons, String name) {
        awaitEnd(addons.resource(name), "ManagementAddon " + name, ObservedAddon::facts);
    }

    /**
     * Waits until an addon is installed.
     *
     * @throws ButlerException with ADDON_FAILED if it fails or is deleted, or with TIMEOUT
     */
    public void untilInstalled(TenantAddonClient addons, String name) {
        await(addons.resource(name), "TenantAddon " + name, ObservedAddon::facts);
    }

    /**
     * Waits until an addon is deleted.
     *
     * @throws ButlerException with TIMEOUT
     */
    public void untilGone(TenantAddonClient addons, String name) {
        awaitEnd(addons.resource(name), "TenantAddon " + name, ObservedAddon::facts);
    }

    private <T extends HasMetadata> void await(Resource<T> resource, String name, Function<T, AddonSummary> facts) {
        WaitCondition<T> over = WaitCondition.that(
                "it is installed", seen -> isOver(facts.apply(seen)), seen -> told(facts.apply(seen)));
        AddonSummary end = new ObjectWaiter(say, true)
                .await(resource, name, over, limit)
                .map(facts)
                .orElseThrow();
        if (end.stage() != Stage.INSTALLED) {
            throw new ButlerException(ErrorCode.ADDON_FAILED, "%s failed: %s".formatted(name, told(end)));
        }
    }

    private static boolean isOver(AddonSummary facts) {
        return facts.stage() == Stage.INSTALLED || facts.stage() == Stage.FAILED || facts.stage() == Stage.LEAVING;
    }

    private <T extends HasMetadata> void awaitEnd(Resource<T> resource, String name, Function<T, AddonSummary> facts) {
        WaitCondition<T> gone = new WaitCondition<>(
                "it is deleted",
                seen -> seen.isEmpty(),
                seen -> seen.map(facts).map(AddonWaiter::told).orElse("it is deleted"));
        new ObjectWaiter(say, true).await(resource, name, gone, limit);
    }

    private static String told(AddonSummary facts) {
        return facts.message().isEmpty() ? "its phase is " + facts.phase() : facts.message();
    }
}
