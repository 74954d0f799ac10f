package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.provider.Credentials;
import java.time.Duration;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.awscore.defaultsmode.DefaultsMode;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.elasticloadbalancingv2.ElasticLoadBalancingV2Client;
import software.amazon.awssdk.services.servicequotas.ServiceQuotasClient;
import software.amazon.awssdk.services.sts.StsClient;

/** The AWS service clients. They are configured explicitly: no profile, environment variable or metadata service is read. */
record AwsClients(
        SdkHttpClient transport,
        Ec2Client ec2,
        ElasticLoadBalancingV2Client balancers,
        StsClient identity,
        ServiceQuotasClient quotas,
        EbsDirectClient snapshots)
        implements AutoCloseable {
    static final String ACCESS_KEY_ID = "accessKeyID";
    static final String SECRET_ACCESS_KEY = "secretAccessKey";
    static final String SESSION_TOKEN = "sessionToken";

    private static final Duration CONNECTION = Duration.ofSeconds(10);
    private static final Duration SILENCE = Duration.ofSeconds(30);
    private static final Duration CALL = Duration.ofSeconds(60);

    static AwsClients connect(AwsSettings settings, Credentials credentials) {
        SdkHttpClient transport = UrlConnectionHttpClient.builder()
                .connectionTimeout(CONNECTION)
                .socketTimeout(SILENCE)
                .build();
        AwsCredentials key = login(credentials);
        StaticCredentialsProvider login = StaticCredentialsProvider.create(key);
        return new AwsClients(
                transport,
                configured(Ec2Client.builder(), settings, login, transport).build(),
                configured(ElasticLoadBalancingV2Client.builder(), settings, login, transport)
                        .build(),
                configured(StsClient.builder(), settings, login, transport).build(),
                configured(ServiceQuotasClient.builder(), settings, login, transport)
                        .build(),
                new EbsDirectClient(transport, settings, key));
    }

    private static AwsCredentials login(Credentials credentials) {
        String id = credentials.require(ACCESS_KEY_ID).value().strip();
        String secret = credentials.require(SECRET_ACCESS_KEY).value().strip();
        return credentials
                .find(SESSION_TOKEN)
                .<AwsCredentials>map(token ->
                        AwsSessionCredentials.create(id, secret, token.value().strip()))
                .orElseGet(() -> AwsBasicCredentials.create(id, secret));
    }

    private static <B extends AwsClientBuilder<B, ?> & AwsSyncClientBuilder<B, ?>> B configured(
            B builder, AwsSettings settings, StaticCredentialsProvider login, SdkHttpClient transport) {
        settings.endpoint().ifPresent(builder::endpointOverride);
        return builder.region(Region.of(settings.region()))
                .credentialsProvider(login)
                .httpClient(transport)
                .defaultsMode(DefaultsMode.LEGACY)
                .dualstackEnabled(false)
                .fipsEnabled(false)
                .overrideConfiguration(overrides());
    }

    /** Disables retries of the SDK: the caller decides by the error code, and retries here would hide failures. */
    private static ClientOverrideConfiguration overrides() {
        ProfileFile nothing = ProfileFile.aggregator().build();
        return ClientOverrideConfiguration.builder()
                .defaultProfileFileSupplier(() -> nothing)
                .defaultProfileName("none")
                .retryStrategy(AwsRetryStrategy.doNotRetry())
                .apiCallTimeout(CALL)
                .build();
    }

    @Override
    public void close() {
        ec2.close();
        balancers.close();
        identity.close();
        quotas.close();
        transport.close();
    }
}
