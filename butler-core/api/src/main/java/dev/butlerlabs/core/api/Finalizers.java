package dev.butlerlabs.core.api;

/** Finalizers that delay deletion until the external resource of an object is deleted. */
public final class Finalizers {
    public static final String CLUSTER_BOOTSTRAP = "clusterbootstrap." + ApiGroup.NAME + "/finalizer";
    public static final String MACHINE_REQUEST = ApiGroup.NAME + "/machinerequest";
    public static final String LOAD_BALANCER_REQUEST = ApiGroup.NAME + "/loadbalancerrequest";
    public static final String IMAGE_SYNC = ApiGroup.NAME + "/imagesync";
    public static final String PROVIDER_CONFIG = ApiGroup.NAME + "/providerconfig";
    public static final String TENANT_CLUSTER = ApiGroup.NAME + "/tenantcluster";
    public static final String MANAGEMENT_ADDON = ApiGroup.NAME + "/managementaddon";
    public static final String TENANT_ADDON = ApiGroup.NAME + "/tenantaddon";
    public static final String NETWORK_POOL = ApiGroup.NAME + "/networkpool";
    public static final String IP_ALLOCATION = ApiGroup.NAME + "/ipallocation";
    public static final String TEAM = ApiGroup.NAME + "/team";
    public static final String USER = ApiGroup.NAME + "/user";
    public static final String WORKSPACE = ApiGroup.NAME + "/workspace";

    private Finalizers() {}

    /** Returns the finalizer that a provider-specific controller set on a MachineRequest; found on adopted objects. */
    public static String machineRequest(String provider) {
        return "machinerequest." + ApiGroup.NAME + "/" + provider + "-finalizer";
    }

    /** Returns the finalizer that a provider-specific controller set on a LoadBalancerRequest. */
    public static String loadBalancerRequest(String provider) {
        return "loadbalancerrequest." + ApiGroup.NAME + "/" + provider + "-finalizer";
    }
}
