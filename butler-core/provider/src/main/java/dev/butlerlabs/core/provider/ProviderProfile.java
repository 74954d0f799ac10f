package dev.butlerlabs.core.provider;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The properties of an infrastructure, so that callers do not depend on its name. Immutable.
 *
 * @param name name in files and resources, such as {@code harvester}
 * @param title display name
 * @param talosPlatform platform of the Talos image, such as {@code nocloud}
 * @param vipInterface network interface of a virtual IP address; empty if Talos detects it
 * @param installDisk installation disk of Talos
 * @param userData whether Talos reads the user data of a machine at its first boot
 * @param credentials keys of the credentials Secret
 * @param clusterNameLimit maximum length of a cluster name
 * @param addressing whether and how machines get static addresses
 * @param passthroughLoadBalancer whether load balancers forward packets unchanged, so that the machines behind one must accept its
 *     address themselves
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
        List<CredentialKey> credentials,
        int clusterNameLimit,
        Addressing addressing,
        boolean passthroughLoadBalancer) {
    /** Creates the profile of an infrastructure without load balancers, or whose load balancers replace the address in packets. */
    public ProviderProfile(
            String name,
            String title,
            Hosting hosting,
            String talosPlatform,
            Optional<String> vipInterface,
            String installDisk,
            boolean userData,
            List<CredentialKey> credentials,
            int clusterNameLimit,
            Addressing addressing) {
        this(
                name,
                title,
                hosting,
                talosPlatform,
                vipInterface,
                installDisk,
                userData,
                credentials,
                clusterNameLimit,
                addressing,
                false);
    }

    public ProviderProfile {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(hosting, "hosting");
        Objects.requireNonNull(talosPlatform, "talosPlatform");
        Objects.requireNonNull(vipInterface, "vipInterface");
        Objects.requireNonNull(installDisk, "installDisk");
        Objects.requireNonNull(addressing, "addressing");
        credentials = List.copyOf(credentials);
    }

    /** Returns whether Talos runs in containers, which are also reachable at ports that their engine publishes on the loopback interface. */
    public boolean runsInContainers() {
        return talosPlatform.equals("container");
    }

    /** Where addresses and load balancers come from. */
    public enum Hosting {
        /** From the operator: a virtual IP address and an address pool. */
        ON_PREMISES,
        /** From the cloud. */
        CLOUD
    }

    /** How a machine gets its static address. */
    public enum Addressing {
        /** Not supported: the infrastructure assigns addresses. */
        REFUSED,
        /** Through its configuration: the machine configures the address itself. */
        TOLD,
        /** Through the infrastructure: it binds the address to the network interface and assigns it by DHCP. */
        BOUND
    }

    /** A key of the credentials Secret. */
    public record CredentialKey(String key, boolean required, String meaning) {}
}
