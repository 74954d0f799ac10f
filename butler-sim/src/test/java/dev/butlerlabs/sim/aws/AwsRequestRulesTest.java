package dev.butlerlabs.sim.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.InstanceNetworkInterfaceSpecification;
import software.amazon.awssdk.services.ec2.model.RunInstancesRequest;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.Action;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.ActionTypeEnum;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.ElasticLoadBalancingV2Exception;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.LoadBalancerTypeEnum;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.ProtocolEnum;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.TargetTypeEnum;

/** What the simulated region accepts and rejects, with the client library of AWS. */
class AwsRequestRulesTest {
    private static final String SUBNET = AwsNetworkLayout.SUBNETS.getLast().id();
    private static final String GROUP = "sg-0b0071e5000000001";

    private final SimulatedAws aws =
            SimulatedAws.start(SimulationOptions.standard().withCapacity(5));
    private final AwsTruth client = new AwsTruth(aws.settings(), aws.credentials());

    @AfterEach
    void stop() {
        client.close();
        aws.close();
    }

    @Test
    void anInstanceCanNameItsSubnetWithoutANetworkInterface() {
        Instance instance = launch(request -> request.subnetId(SUBNET).securityGroupIds(GROUP))
                .getFirst();

        assertThat(instance.subnetId()).isEqualTo(SUBNET);
        assertThat(instance.publicIpAddress()).isNull();
    }

    @Test
    void aSubnetOfInstanceAndNetworkInterfaceExcludeEachOther() {
        InstanceNetworkInterfaceSpecification card = InstanceNetworkInterfaceSpecification.builder()
                .deviceIndex(0)
                .subnetId(SUBNET)
                .build();

        assertThat(rejection(request -> request.subnetId(SUBNET).networkInterfaces(card)))
                .isEqualTo("InvalidParameterCombination");
        assertThat(rejection(request -> request.securityGroupIds(GROUP).networkInterfaces(card)))
                .isEqualTo("InvalidParameterCombination");
    }

    @Test
    void unknownSubnetsGroupsAndTypesAreRejected() {
        assertThat(rejection(request -> request.subnetId("subnet-0"))).isEqualTo("InvalidSubnetID.NotFound");
        assertThat(rejection(request -> request.securityGroupIds("sg-0b0071e5000000bad")))
                .isEqualTo("InvalidGroup.NotFound");
        assertThat(rejection(request -> request.instanceType("m9x.huge"))).isEqualTo("InvalidParameterValue");
    }

    @Test
    void severalInstancesAreLaunchedUpToTheCapacity() {
        Consumer<RunInstancesRequest.Builder> three =
                request -> request.minCount(2).maxCount(3).clientToken("one-launch");

        List<String> launched = launch(three).stream().map(Instance::instanceId).toList();

        assertThat(launched).hasSize(3).doesNotHaveDuplicates();
        assertThat(launch(three).stream().map(Instance::instanceId)).containsExactlyElementsOf(launched);
        assertThat(launch(request -> request.minCount(1).maxCount(9))).hasSize(2);
        assertThat(rejection(request -> request.minCount(1).maxCount(1))).isEqualTo("VcpuLimitExceeded");
        assertThat(rejection(request -> request.minCount(3).maxCount(2))).isEqualTo("InvalidParameterValue");
    }

    @Test
    void balancersGroupsAndListenersAreFoundByArn() {
        String balancer = client.elb
                .createLoadBalancer(request ->
                        request.name("api").type(LoadBalancerTypeEnum.NETWORK).subnets(SUBNET))
                .loadBalancers()
                .getFirst()
                .loadBalancerArn();
        String group = client.elb
                .createTargetGroup(request -> request.name("api")
                        .protocol(ProtocolEnum.TCP)
                        .port(6443)
                        .vpcId(AwsNetworkLayout.VPC)
                        .targetType(TargetTypeEnum.INSTANCE))
                .targetGroups()
                .getFirst()
                .targetGroupArn();
        String listener = client.elb
                .createListener(request -> request.loadBalancerArn(balancer)
                        .protocol(ProtocolEnum.TCP)
                        .port(6443)
                        .defaultActions(Action.builder()
                                .type(ActionTypeEnum.FORWARD)
                                .targetGroupArn(group)
                                .build()))
                .listeners()
                .getFirst()
                .listenerArn();

        assertThat(client.elb
                        .describeLoadBalancers(request -> request.loadBalancerArns(balancer))
                        .loadBalancers())
                .hasSize(1);
        assertThat(client.elb
                        .describeTargetGroups(request -> request.targetGroupArns(group))
                        .targetGroups())
                .hasSize(1);
        assertThat(client.elb
                        .describeTargetGroups(request -> request.loadBalancerArn(balancer))
                        .targetGroups())
                .hasSize(1);
        assertThat(client.elb
                        .describeListeners(request -> request.listenerArns(listener))
                        .listeners())
                .hasSize(1);
        assertThatThrownBy(() -> client.elb.describeLoadBalancers(request -> request.loadBalancerArns(balancer + "x")))
                .isInstanceOfSatisfying(
                        ElasticLoadBalancingV2Exception.class,
                        error -> assertThat(error.awsErrorDetails().errorCode()).isEqualTo("LoadBalancerNotFound"));
    }

    @Test
    void temporaryCredentialsNeedTheirSessionToken() {
        assertThat(zones(AwsSessionCredentials.create(
                        AwsApplication.TEMPORARY_KEY_ID, AwsApplication.SECRET, AwsApplication.SESSION_TOKEN)))
                .isEqualTo("3 zones");
        assertThat(zones(AwsSessionCredentials.create(
                        AwsApplication.TEMPORARY_KEY_ID, AwsApplication.SECRET, "expired")))
                .isEqualTo("status 401");
        assertThat(zones(AwsSessionCredentials.create(
                        AwsApplication.KEY_ID, AwsApplication.SECRET, AwsApplication.SESSION_TOKEN)))
                .isEqualTo("status 401");
    }

    private String zones(AwsCredentials credentials) {
        Map<String, Object> settings = aws.settings();
        try (Ec2Client ec2 = Ec2Client.builder()
                .region(Region.of(settings.get("region").toString()))
                .endpointOverride(URI.create(settings.get("endpoint").toString()))
                .credentialsProvider(StaticCredentialsProvider.create(credentials))
                .httpClient(UrlConnectionHttpClient.create())
                .build()) {
            return ec2.describeAvailabilityZones().availabilityZones().size() + " zones";
        } catch (Ec2Exception e) {
            return "status " + e.statusCode();
        }
    }

    private List<Instance> launch(Consumer<RunInstancesRequest.Builder> change) {
        return client.ec2
                .runInstances(request -> {
                    request.imageId(SimulatedImages.PRIVATE)
                            .instanceType("m6i.large")
                            .minCount(1)
                            .maxCount(1);
                    change.accept(request);
                })
                .instances();
    }

    private String rejection(Consumer<RunInstancesRequest.Builder> change) {
        return catchThrowableOfType(Ec2Exception.class, () -> launch(change))
                .awsErrorDetails()
                .errorCode();
    }
}
