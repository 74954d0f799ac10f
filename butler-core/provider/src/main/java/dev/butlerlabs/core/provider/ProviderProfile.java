package dev.butlerlabs.core.provider;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What others need to know of an infrastructure, so that they never have to ask for its name.
 *
 * @param name the word in files and resources, such as {@code harvester}
 * @param title what people call it
 * @param talosPlatform which Talos image it boots, such as {@code nocloud}
 * @param vipInterface the network interface a virtual address is put on; empty where Talos finds it itself
 * @param installDisk the disk Talos is installed on, as the machine sees it
 * @param userData whether the user data a machine is made with reaches Talos at its first boot
 * @param clusterApi how Cluster API names things here; empty where it has no provider
 * @param credentials the keys of the credentials Secret
 * @param clusterNameLimit longest cluster name the infrastructure's own names leave room for
 * @param addressing whether a machine can be given an address, and how it keeps it
 */
@RecordBuilder
public record ProviderProfile(
        String name,
        String title,
        Hosting hosting,
        String talosPlatform,
        Optional<String> vipInterface,
        String installDisk,
        boolean userData,
        Optional<ClusterApiKinds> clusterApi,
        List<CredentialKey> credentials,
        int clusterNameLimit,
        Addressing addressing) {
    public ProviderProfile {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(hosting, "hosting");
        Objects.requireNonNull(talosPlatform, "talosPlatform");
        Objects.requireNonNull(vipInterface, "vipInterface");
        Objects.requireNonNull(installDisk, "installDisk");
        Objects.requireNonNull(addressing, "addressing");
        Objects.requireNonNull(clusterApi, "clusterApi");
        credentials = List.copyOf(credentials);
    }

    /** Who brings addresses and load balancers. */
    public enum Hosting {
        /** Nobody: a virtual address and an address pool are the operator's. */
        ON_PREMISES,
        /** The cloud. */
        CLOUD
    }

    /** How a machine comes to the address that was chosen for it. */
    public enum Addressing {
        /** It cannot: the infrastructure chooses. */
        REFUSED,
        /** It is told at its first boot, and keeps the address by its own configuration from then on. */
        TOLD,
        /** The infrastructure puts the address on its network card, and answers with it whenever the machine asks. */
        BOUND
    }

    /** A key of the credentials Secret. */
    public record CredentialKey(String key, boolean required, String meaning) {}

    /**
     * How Cluster API names things.
     *
     * @param provider the name of the infrastructure provider to install
     */
    public record ClusterApiKinds(String provider, String apiVersion, String clusterKind, String machineTemplateKind) {}
}
