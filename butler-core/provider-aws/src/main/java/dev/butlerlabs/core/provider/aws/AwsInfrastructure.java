package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiKinds;
import dev.butlerlabs.core.provider.clusterapi.Endpoint;
import dev.butlerlabs.core.provider.clusterapi.Fields;
import dev.butlerlabs.core.provider.clusterapi.Findings;
import dev.butlerlabs.core.provider.clusterapi.Secrets;
import dev.butlerlabs.core.provider.clusterapi.TenantPlan;
import dev.butlerlabs.core.provider.clusterapi.Text;
import dev.butlerlabs.core.provider.clusterapi.Worker;
import dev.butlerlabs.core.provider.clusterapi.WorkerInfrastructure;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Renders EC2 instances. The operator provides the network. The control plane does not run in AWS, so it gets no load balancer there. */
final class AwsInfrastructure implements WorkerInfrastructure {
    /** The namespace in which the provider's controller reads the Secrets of identities. */
    private static final String CONTROLLER_NAMESPACE = "capa-system";

    private static final String SECTION = "ProviderConfig spec.aws";
    private static final String NODE_PROFILE = "nodes.cluster-api-provider-aws.sigs.k8s.io";

    @Override
    public ClusterApiKinds kinds() {
        return new ClusterApiKinds(
                "aws", "infrastructure.cluster.x-k8s.io/v1beta2", "AWSCluster", "AWSMachineTemplate");
    }

    @Override
    public List<HasMetadata> access(TenantPlan plan, Findings findings) {
        return List.of(secret(plan, findings), identity(plan));
    }

    private static Secret secret(TenantPlan plan, Findings findings) {
        Secrets secrets = new Secrets(plan, findings);
        Map<String, String> values = new LinkedHashMap<>();
        values.put("AccessKeyID", secrets.require("accessKeyID"));
        values.put("SecretAccessKey", secrets.require("secretAccessKey"));
        secrets.find("sessionToken").ifPresent(token -> values.put("SessionToken", token));
        Secret secret = plan.parts().secret(plan.namespace(), values);
        secret.getMetadata().setNamespace(CONTROLLER_NAMESPACE);
        return secret;
    }

    private HasMetadata identity(TenantPlan plan) {
        return plan.parts()
                .outsider(
                        kinds().apiVersion(),
                        "AWSClusterStaticIdentity",
                        Fields.of("secretRef", plan.namespace())
                                .put("allowedNamespaces", Fields.of("list", List.of(plan.namespace()))));
    }

    @Override
    public Fields cluster(TenantPlan plan, Findings findings) {
        Optional<ProviderConfigSpec.Aws> settings = settings(plan);
        return Fields.of(
                        "region",
                        findings.require(
                                settings.map(ProviderConfigSpec.Aws::region).flatMap(Text::given),
                                SECTION + ".region",
                                "The region is missing."))
                .put(
                        "identityRef",
                        Fields.of("kind", "AWSClusterStaticIdentity").put("name", plan.namespace()))
                .put("controlPlaneEndpoint", plan.endpoint().map(Endpoint::fields))
                .put("controlPlaneLoadBalancer", Fields.of("loadBalancerType", "disabled"))
                .put("network", network(settings));
    }

    private static Fields network(Optional<ProviderConfigSpec.Aws> settings) {
        List<Fields> subnets = settings.map(ProviderConfigSpec.Aws::subnetIDs).orElse(List.of()).stream()
                .map(id -> Fields.of("id", id))
                .toList();
        return Fields.of(
                        "vpc",
                        Fields.of(
                                "id",
                                settings.map(ProviderConfigSpec.Aws::vpcID).flatMap(Text::given)))
                .put("subnets", subnets);
    }

    @Override
    public Fields machine(TenantPlan plan, Worker worker, Findings findings) {
        Optional<ProviderConfigSpec.Aws> settings = settings(plan);
        return Fields.of("instanceType", instanceType(settings, worker, findings))
                .put("ami", Fields.of("id", image(settings, worker, findings)))
                .put("rootVolume", Fields.of("size", worker.diskGiB()).put("type", "gp3"))
                .put("iamInstanceProfile", NODE_PROFILE)
                .put(
                        "instanceMetadataOptions",
                        Fields.of("httpTokens", "required").put("httpPutResponseHopLimit", 2))
                // The default is a key pair named "default", which may not exist.
                .put("sshKeyName", "")
                .put(
                        "publicIP",
                        settings.map(ProviderConfigSpec.Aws::publicAddress).orElse(true))
                .put(
                        "additionalSecurityGroups",
                        settings.map(ProviderConfigSpec.Aws::securityGroupIDs).orElse(List.of()).stream()
                                .map(id -> Fields.of("id", id))
                                .toList())
                .put("ignition", ignition(worker));
    }

    private static Fields ignition(Worker worker) {
        return worker.isIgnition()
                ? Fields.of("version", "3.1").put("storageType", "UnencryptedUserData")
                : Fields.of();
    }

    private static String instanceType(Optional<ProviderConfigSpec.Aws> settings, Worker worker, Findings findings) {
        return findings.require(
                settings.map(ProviderConfigSpec.Aws::instanceType)
                        .flatMap(Text::given)
                        .or(() -> WorkerInstanceTypes.smallest(worker)),
                "spec.workers.machineTemplate",
                "AWS has no instance type of this size; set instanceType in the ProviderConfig.");
    }

    private static String image(Optional<ProviderConfigSpec.Aws> settings, Worker worker, Findings findings) {
        return findings.require(
                worker.image()
                        .or(() -> settings.map(ProviderConfigSpec.Aws::ami))
                        .filter(image -> image.startsWith("ami-")),
                "spec.workers.machineTemplate.os.imageRef",
                "The image must be the id of an AMI, such as ami-0abc.");
    }

    private static Optional<ProviderConfigSpec.Aws> settings(TenantPlan plan) {
        return Optional.ofNullable(plan.infrastructure().aws());
    }

    @Override
    public boolean hasCloudController() {
        return true;
    }
}
