package dev.butlerlabs.sim.aws;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.InstanceNetworkInterfaceSpecification;
import software.amazon.awssdk.services.ec2.model.ResourceType;
import software.amazon.awssdk.services.ec2.model.Tag;
import software.amazon.awssdk.services.ec2.model.TagSpecification;
import software.amazon.awssdk.services.ec2.model.Volume;
import software.amazon.awssdk.services.elasticloadbalancingv2.ElasticLoadBalancingV2Client;

/** Looks at a world past the provider, and does there what others might do. */
final class AwsTruth implements AutoCloseable {
    private final Map<String, Object> settings;
    final Ec2Client ec2;
    final ElasticLoadBalancingV2Client elb;

    AwsTruth(Map<String, Object> settings, Map<String, String> credentials) {
        this.settings = settings;
        StaticCredentialsProvider login = StaticCredentialsProvider.create(
                AwsBasicCredentials.create(credentials.get("accessKeyID"), credentials.get("secretAccessKey")));
        URI endpoint = URI.create(settings.get("endpoint").toString());
        Region region = Region.of(settings.get("region").toString());
        this.ec2 = Ec2Client.builder()
                .region(region)
                .endpointOverride(endpoint)
                .credentialsProvider(login)
                .httpClient(UrlConnectionHttpClient.create())
                .build();
        this.elb = ElasticLoadBalancingV2Client.builder()
                .region(region)
                .endpointOverride(endpoint)
                .credentialsProvider(login)
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    /** Instances of this name that have not ended and are not ending. */
    List<Instance> living(String name) {
        return ec2
                .describeInstances(request -> request.filters(
                        filter("tag:Name", name),
                        filter("instance-state-name", "pending", "running", "stopping", "stopped")))
                .reservations()
                .stream()
                .flatMap(reservation -> reservation.instances().stream())
                .toList();
    }

    List<Volume> volumes(String name) {
        return ec2.describeVolumes(request -> request.filters(filter("tag:Name", name)))
                .volumes();
    }

    static Map<String, String> tags(List<Tag> tags) {
        return tags.stream().collect(Collectors.toMap(Tag::key, Tag::value));
    }

    /** An instance of somebody else's, or of ours by other hands, as the tags say. */
    String plant(Map<String, String> tags) {
        List<?> subnets = (List<?>) settings.get("subnetIDs");
        return ec2.runInstances(request -> request.minCount(1)
                        .maxCount(1)
                        .imageId(settings.getOrDefault("ami", SimulatedImages.PRIVATE)
                                .toString())
                        .instanceType("m6i.large")
                        .clientToken("planted-" + tags.hashCode())
                        .networkInterfaces(InstanceNetworkInterfaceSpecification.builder()
                                .deviceIndex(0)
                                .subnetId(subnets.getFirst().toString())
                                .build())
                        .tagSpecifications(TagSpecification.builder()
                                .resourceType(ResourceType.INSTANCE)
                                .tags(tags.entrySet().stream()
                                        .map(tag -> Tag.builder()
                                                .key(tag.getKey())
                                                .value(tag.getValue())
                                                .build())
                                        .toList())
                                .build()))
                .instances()
                .getFirst()
                .instanceId();
    }

    static Filter filter(String name, String... values) {
        return Filter.builder().name(name).values(values).build();
    }

    @Override
    public void close() {
        ec2.close();
        elb.close();
    }
}
