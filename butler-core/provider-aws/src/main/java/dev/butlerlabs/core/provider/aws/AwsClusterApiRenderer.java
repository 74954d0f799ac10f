package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.provider.clusterapi.ApiEndpoint;
import dev.butlerlabs.core.provider.clusterapi.BlankTextFilter;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiRenderer;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiResourceTypes;
import dev.butlerlabs.core.provider.clusterapi.RenderProblemCollector;
import dev.butlerlabs.core.provider.clusterapi.TenantCredentials;
import dev.butlerlabs.core.provider.clusterapi.TenantRenderInput;
import dev.butlerlabs.core.provider.clusterapi.UnstructuredFieldMap;
import dev.butlerlabs.core.provider.clusterapi.WorkerSpec;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Renders EC2 instances. The operator provides the network. The control plane does not run in AWS, so it gets no load balancer there. */
final class AwsClusterApiRenderer implements ClusterApiRenderer {
    /** The namespace in which the provider's controller reads the Secrets of identities. */
    private static final String CONTROLLER_NAMESPACE = "capa-system";

    private static final String SECTION = "ProviderConfig spec.aws";
    private static final String NODE_PROFILE = "nodes.cluster-api-provider-aws.sigs.k8s.io";

    @Override
    public ClusterApiResourceTypes kinds() {
        return new ClusterApiResourceTypes(
                "aws", "infrastructure.cluster.x-k8s.io/v1beta2", "AWSCluster", "AWSMachineTemplate");
    }

    @Override
    public List<HasMetadata> access(TenantRenderInput plan, RenderProblemCollector findings) {
        return List.of(secret(plan, findings), identity(plan));
    }

    private static Secret secret(TenantRenderInput plan, RenderProblemCollector findings) {
        TenantCredentials secrets = new TenantCredentials(plan, findings);
        Map<String, String> values = new LinkedHashMap<>();
        values.put("AccessKeyID", secrets.require("accessKeyID"));
        values.put("SecretAccessKey", secrets.require("secretAccessKey"));
        secrets.find("sessionToken").ifPresent(token -> values.put("SessionToken", token));
        Secret secret = plan.parts().secret(plan.namespace(), values);
        secret.getMetadata().setNamespace(CONTROLLER_NAMESPACE);
        return secret;
    }

    private HasMetadata identity(TenantRenderInput plan) {
        return plan.parts()
                .outsider(
                        kinds().apiVersion(),
                        "AWSClusterStaticIdentity",
                        UnstructuredFieldMap.of("secretRef", plan.namespace())
                                .put("allowedNamespaces", UnstructuredFieldMap.of("list", List.of(plan.namespace()))));
    }

    @Override
    public UnstructuredFieldMap cluster(TenantRenderInput plan, RenderProblemCollector findings) {
        Optional<ProviderConfigSpec.Aws> settings = settings(plan);
        return UnstructuredFieldMap.of(
                        "region",
                        findings.require(
                                settings.map(ProviderConfigSpec.Aws::region).flatMap(BlankTextFilter::given),
                                SECTION + ".region",
                                "The region is missing."))
                .put(
                        "identityRef",
                        UnstructuredFieldMap.of("kind", "AWSClusterStaticIdentity")
                                .put("name", plan.namespace()))
                .put("controlPlaneEndpoint", plan.endpoint().map(ApiEndpoint::fields))
                .put("controlPlaneLoadBalancer", UnstructuredFieldMap.of("loadBalancerType", "disabled"))
                .put("network", network(settings));
    }

    private static UnstructuredFieldMap network(Optional<ProviderConfigSpec.Aws> settings) {
        List<UnstructuredFieldMap> subnets = settings.map(ProviderConfigSpec.Aws::subnetIDs).orElse(List.of()).stream()
                .map(id -> UnstructuredFieldMap.of("id", id))
                .toList();
        return UnstructuredFieldMap.of(
                        "vpc",
                        UnstructuredFieldMap.of(
                                "id",
                                settings.map(ProviderConfigSpec.Aws::vpcID).flatMap(BlankTextFilter::given)))
                .put("subnets", subnets);
    }

    @Override
    public UnstructuredFieldMap machine(TenantRenderInput plan, WorkerSpec worker, RenderProblemCollector findings) {
        Optional<ProviderConfigSpec.Aws> settings = settings(plan);
        return UnstructuredFieldMap.of("instanceType", instanceType(settings, worker, findings))
                .put("ami", UnstructuredFieldMap.of("id", image(settings, worker, findings)))
                .put(
                        "rootVolume",
                        UnstructuredFieldMap.of("size", worker.diskGiB()).put("type", "gp3"))
                .put("iamInstanceProfile", NODE_PROFILE)
                .put(
                        "instanceMetadataOptions",
                        UnstructuredFieldMap.of("httpTokens", "required").put("httpPutResponseHopLimit", 2))
                // The default is a key pair named "default", which may not exist.
                .put("sshKeyName", "")
                .put(
                        "publicIP",
                        settings.map(ProviderConfigSpec.Aws::publicAddress).orElse(true))
                .put(
                        "additionalSecurityGroups",
                        settings.map(ProviderConfigSpec.Aws::securityGroupIDs).orElse(List.of()).stream()
                                .map(id -> UnstructuredFieldMap.of("id", id))
                                .toList())
                .put("ignition", ignition(worker));
    }

    private static UnstructuredFieldMap ignition(WorkerSpec worker) {
        return worker.isIgnition()
                ? UnstructuredFieldMap.of("version", "3.1").put("storageType", "UnencryptedUserData")
                : UnstructuredFieldMap.of();
    }

    private static String instanceType(
            Optional<ProviderConfigSpec.Aws> settings, WorkerSpec worker, RenderProblemCollector findings) {
        return findings.require(
                settings.map(ProviderConfigSpec.Aws::instanceType)
                        .flatMap(BlankTextFilter::given)
                        .or(() -> WorkerInstanceTypeSelector.smallest(worker)),
                "spec.workers.machineTemplate",
                "AWS has no instance type of this size; set instanceType in the ProviderConfig.");
    }

    private static String image(
            Optional<ProviderConfigSpec.Aws> settings, WorkerSpec worker, RenderProblemCollector findings) {
        return findings.require(
                worker.image()
                        .or(() -> settings.map(ProviderConfigSpec.Aws::ami))
                        .filter(image -> image.startsWith("ami-")),
                "spec.workers.machineTemplate.os.imageRef",
                "The image must be the id of an AMI, such as ami-0abc.");
    }

    private static Optional<ProviderConfigSpec.Aws> settings(TenantRenderInput plan) {
        return Optional.ofNullable(plan.infrastructure().aws());
    }

    @Override
    public boolean hasCloudController() {
        return true;
    }
}
