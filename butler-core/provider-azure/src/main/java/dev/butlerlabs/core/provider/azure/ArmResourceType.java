package dev.butlerlabs.core.provider.azure;

/** The types of resources, with the API version that requests use. */
enum ArmResourceType {
    VIRTUAL_MACHINE("Microsoft.Compute/virtualMachines", "2026-04-01", "virtual machine"),
    DISK("Microsoft.Compute/disks", "2026-03-02", "disk"),
    IMAGE("Microsoft.Compute/images", "2026-04-01", "image"),
    AVAILABILITY_SET("Microsoft.Compute/availabilitySets", "2026-04-01", "availability set"),
    NETWORK_INTERFACE("Microsoft.Network/networkInterfaces", "2026-03-01", "network interface"),
    PUBLIC_ADDRESS("Microsoft.Network/publicIPAddresses", "2026-03-01", "public IP address"),
    LOAD_BALANCER("Microsoft.Network/loadBalancers", "2026-03-01", "load balancer"),
    SECURITY_GROUP("Microsoft.Network/networkSecurityGroups", "2026-03-01", "network security group"),
    VIRTUAL_NETWORK("Microsoft.Network/virtualNetworks", "2026-03-01", "virtual network");

    private final String path;
    private final String api;
    private final String title;

    ArmResourceType(String path, String api, String title) {
        this.path = path;
        this.api = api;
        this.title = title;
    }

    String path() {
        return path;
    }

    String api() {
        return api;
    }

    /** Returns the name in messages. */
    String title() {
        return title;
    }
}
