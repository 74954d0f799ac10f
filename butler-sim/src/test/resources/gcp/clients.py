"""Uses a simulated project with two clients of Google: clients.py ENDPOINT KEY_FILE [exchange|images|compute].

Prints one line for each call, PASS or FAIL, and ends with status 1 if a call failed.
"""
import base64
import hashlib
import io
import json
import os
import socket
import sys
import tarfile
import time
import zlib

for name in list(os.environ):
    if name.lower().endswith("_proxy"):
        del os.environ[name]
os.environ["NO_GCE_CHECK"] = "true"

resolve = socket.getaddrinfo
connect = socket.socket.connect


def guarded_resolve(host, *more, **named):
    if host not in ("127.0.0.1", "localhost", b"127.0.0.1", b"localhost"):
        raise OSError("only loopback is permitted, not %r" % (host,))
    return resolve(host, *more, **named)


def guarded_connect(self, address):
    if isinstance(address, tuple) and not str(address[0]).startswith("127."):
        raise OSError("only loopback is permitted, not %r" % (address,))
    return connect(self, address)


socket.getaddrinfo = guarded_resolve
socket.socket.connect = guarded_connect

from google.oauth2 import service_account  # noqa: E402

ENDPOINT, KEY = sys.argv[1], sys.argv[2]
PROJECT, REGION, ZONE = "butler-simulated", "europe-west3", "europe-west3-a"
SCOPES = ["https://www.googleapis.com/auth/cloud-platform"]
failed = []


def check(title, call):
    try:
        result = call()
        print("PASS", title, flush=True)
        return result
    except Exception as error:  # each failure is reported, whatever it is
        print("FAIL", title, type(error).__name__, str(error)[:300].replace("\n", " "), flush=True)
        failed.append(title)
        return None


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def instance_body(name, owner):
    return {
        "name": name,
        "machineType": "zones/%s/machineTypes/n2-custom-2-4096" % ZONE,
        "labels": {"owner": owner},
        "disks": [{
            "boot": True,
            "autoDelete": True,
            "initializeParams": {
                "diskName": name,
                "diskSizeGb": "20",
                "diskType": "zones/%s/diskTypes/pd-balanced" % ZONE,
                "sourceImage": "projects/%s/global/images/family/talos" % PROJECT,
            },
        }],
        "networkInterfaces": [{
            "network": "projects/%s/global/networks/butler-network" % PROJECT,
            "subnetwork": "projects/%s/regions/%s/subnetworks/butler-subnet" % (PROJECT, REGION),
        }],
        "metadata": {"items": [{"key": "user-data", "value": "machine: {}"}]},
    }


def exchange():
    """google-api-python-client: tokens of the token endpoint."""
    from googleapiclient.discovery import build
    from googleapiclient.errors import HttpError

    credentials = service_account.Credentials.from_service_account_file(KEY, scopes=SCOPES)
    compute = build("compute", "v1", credentials=credentials, static_discovery=True,
                    client_options={"api_endpoint": ENDPOINT + "/compute/v1/"}, cache_discovery=False)

    def waited(operation, scope="zone"):
        collection = {"zone": compute.zoneOperations, "region": compute.regionOperations}[scope]()
        place = {"zone": ZONE} if scope == "zone" else {"region": REGION}
        for _ in range(200):
            operation = collection.get(project=PROJECT, operation=operation["name"], **place).execute()
            if operation["status"] == "DONE":
                expect("error" not in operation, operation.get("error"))
                return operation
            time.sleep(0.05)
        raise AssertionError("the operation does not end")

    def status(call):
        try:
            call.execute()
            return 200, ""
        except HttpError as error:
            return error.resp.status, error.error_details[0]["reason"] if error.error_details else ""

    def pages(collection, request):
        names = []
        while request is not None:
            response = request.execute()
            names += [item["name"] for item in response["items"]]
            request = collection.list_next(request, response)
        return set(names)

    check("python-client projects.get", lambda: expect(
        compute.projects().get(project=PROJECT).execute()["name"] == PROJECT, "name"))
    check("python-client regions.get", lambda: expect(
        len(compute.regions().get(project=PROJECT, region=REGION).execute()["zones"]) == 3, "zones"))
    check("python-client images.getFromFamily", lambda: expect(
        compute.images().getFromFamily(project=PROJECT, family="talos").execute()["status"] == "READY", "status"))
    check("python-client machineTypes.get", lambda: expect(
        compute.machineTypes().get(project=PROJECT, zone=ZONE, machineType="n2-custom-2-4096").execute()["guestCpus"] == 2, "cpus"))
    check("python-client machineTypes.list of every page", lambda: expect(
        len(pages(compute.machineTypes(), compute.machineTypes().list(project=PROJECT, zone=ZONE, maxResults=20))) > 70, "types"))
    check("python-client machineTypes.list of an unknown zone", lambda: expect(status(compute.machineTypes().list(
        project=PROJECT, zone="europe-west9-x")) == (400, "invalid"), "status"))
    body = instance_body("foreign-0", "python")
    request_id = "9f6cf3c1-5e0d-4b7e-9d35-0c8f6f0f1a11"
    first = check("python-client instances.insert", lambda: compute.instances().insert(
        project=PROJECT, zone=ZONE, body=body, requestId=request_id).execute())
    check("python-client instances.insert with the same requestId", lambda: expect(compute.instances().insert(
        project=PROJECT, zone=ZONE, body=body, requestId=request_id).execute()["name"] == first["name"], "another operation"))
    check("python-client zoneOperations.get", lambda: waited(first))
    check("python-client instances.get", lambda: expect(compute.instances().get(
        project=PROJECT, zone=ZONE, instance="foreign-0").execute()["status"] == "RUNNING", "status"))
    check("python-client instances.insert of a name that exists", lambda: expect(status(compute.instances().insert(
        project=PROJECT, zone=ZONE, body=body)) == (409, "alreadyExists"), "status"))
    check("python-client instances.get of a missing name", lambda: expect(status(compute.instances().get(
        project=PROJECT, zone=ZONE, instance="missing"))[0] == 404, "status"))
    check("python-client instances.insert with an invalid label", lambda: expect(status(compute.instances().insert(
        project=PROJECT, zone=ZONE, body=dict(instance_body("foreign-1", "x"), labels={"a.b/c": "d"})))[0] == 400, "status"))
    check("python-client instances.list with a filter", lambda: expect(len(compute.instances().list(
        project=PROJECT, zone=ZONE, filter='labels.owner = "python"').execute()["items"]) == 1, "items"))
    check("python-client instances.aggregatedList", lambda: expect(
        "warning" in compute.instances().aggregatedList(project=PROJECT).execute()["items"]["zones/europe-west3-c"], "warning"))
    check("python-client addresses.insert", lambda: waited(compute.addresses().insert(
        project=PROJECT, region=REGION, body={"name": "foreign", "addressType": "EXTERNAL"}).execute(), "region"))
    check("python-client addresses.get", lambda: expect(compute.addresses().get(
        project=PROJECT, region=REGION, address="foreign").execute()["status"] == "RESERVED", "status"))
    check("python-client addresses.delete", lambda: waited(compute.addresses().delete(
        project=PROJECT, region=REGION, address="foreign").execute(), "region"))
    check("python-client instances.delete", lambda: waited(compute.instances().delete(
        project=PROJECT, zone=ZONE, instance="foreign-0").execute()))


def disk_archive():
    """Returns a gzip-compressed tar archive with a disk of 1 GiB."""
    header = tarfile.TarInfo("disk.raw")
    header.size = 1 << 30
    packer = zlib.compressobj(1, wbits=31)
    parts = [packer.compress(header.tobuf(format=tarfile.GNU_FORMAT))]
    zeros = bytes(1 << 20)
    for _ in range(1024):
        parts.append(packer.compress(zeros))
    parts.append(packer.compress(bytes(10240 - 512)))
    return b"".join(parts) + packer.flush()


def images():
    """google-api-python-client: a resumable upload to Cloud Storage, and an image from it."""
    import googleapiclient
    from googleapiclient.discovery import build, build_from_document
    from googleapiclient.errors import HttpError
    from googleapiclient.http import MediaIoBaseUpload

    credentials = service_account.Credentials.from_service_account_file(KEY, scopes=SCOPES)
    compute = build("compute", "v1", credentials=credentials, static_discovery=True,
                    client_options={"api_endpoint": ENDPOINT + "/compute/v1/"}, cache_discovery=False)
    # The URL of uploads is that of the document, whatever endpoint the client has.
    path = os.path.join(os.path.dirname(googleapiclient.__file__), "discovery_cache", "documents", "storage.v1.json")
    with open(path) as file:
        document = json.load(file)
    document["rootUrl"] = ENDPOINT + "/"
    document["baseUrl"] = ENDPOINT + "/storage/v1/"
    storage = build_from_document(document, credentials=credentials)

    def status(call):
        try:
            call.execute()
            return 200
        except HttpError as error:
            return error.resp.status

    def waited(operation):
        for _ in range(400):
            operation = compute.globalOperations().get(project=PROJECT, operation=operation["name"]).execute()
            if operation["status"] == "DONE":
                return operation
            time.sleep(0.05)
        raise AssertionError("the operation does not end")

    def uploaded(name, content):
        media = MediaIoBaseUpload(io.BytesIO(content), mimetype="application/gzip", chunksize=256 * 1024, resumable=True)
        request = storage.objects().insert(bucket="foreign-images", name=name, body={"metadata": {"from": "python"}}, media_body=media)
        response, parts = None, 0
        while response is None:
            _, response = request.next_chunk()
            parts += 1
        expect(parts == -(-len(content) // (256 * 1024)), "parts")
        expect(response["md5Hash"] == base64.b64encode(hashlib.md5(content).digest()).decode(), "MD5")
        expect(response["size"] == str(len(content)), "size")
        return response

    def image(source):
        return {"name": "foreign-image", "architecture": "X86_64", "labels": {"owner": "python"},
                "guestOsFeatures": [{"type": "UEFI_COMPATIBLE"}], "rawDisk": {"source": source}}

    source = "https://storage.googleapis.com/foreign-images/disk.tar.gz"
    check("python-client buckets.insert of an invalid name", lambda: expect(status(storage.buckets().insert(
        project=PROJECT, body={"name": "Foreign", "location": REGION})) == 400, "status"))
    check("python-client buckets.insert", lambda: expect(storage.buckets().insert(
        project=PROJECT, body={"name": "foreign-images", "location": REGION}).execute()["name"] == "foreign-images", "name"))
    check("python-client buckets.insert of a name that exists", lambda: expect(status(storage.buckets().insert(
        project=PROJECT, body={"name": "foreign-images", "location": REGION})) == 409, "status"))
    check("python-client buckets.list", lambda: expect([bucket["name"] for bucket in storage.buckets().list(
        project=PROJECT, prefix="foreign").execute()["items"]] == ["foreign-images"], "names"))
    check("python-client objects.insert with a resumable upload", lambda: uploaded("disk.tar.gz", disk_archive()))
    check("python-client objects.get", lambda: expect(storage.objects().get(
        bucket="foreign-images", object="disk.tar.gz").execute()["metadata"] == {"from": "python"}, "metadata"))
    check("python-client buckets.delete with an object", lambda: expect(status(storage.buckets().delete(
        bucket="foreign-images")) == 409, "status"))
    check("python-client images.insert from another server", lambda: expect(status(compute.images().insert(
        project=PROJECT, body=image("https://example.com/disk.tar.gz"))) == 400, "status"))
    check("python-client images.insert", lambda: expect("error" not in waited(compute.images().insert(
        project=PROJECT, body=image(source)).execute()), "error"))
    check("python-client images.get", lambda: expect(compute.images().get(
        project=PROJECT, image="foreign-image").execute()["status"] == "READY", "status"))
    check("python-client images.list with a filter", lambda: expect(len(compute.images().list(
        project=PROJECT, filter='labels.owner = "python"').execute()["items"]) == 1, "items"))
    check("python-client images.insert of a name that exists", lambda: expect(status(compute.images().insert(
        project=PROJECT, body=image(source))) == 409, "status"))
    check("python-client images.delete", lambda: waited(compute.images().delete(
        project=PROJECT, image="foreign-image").execute()))
    check("python-client images.insert of another file", lambda: (
        uploaded("disk.tar.gz", bytes(300000)),
        expect("error" in waited(compute.images().insert(project=PROJECT, body=image(source)).execute()), "no error")))
    check("python-client objects.delete", lambda: storage.objects().delete(
        bucket="foreign-images", object="disk.tar.gz").execute())
    check("python-client objects.get of a missing name", lambda: expect(status(storage.objects().get(
        bucket="foreign-images", object="disk.tar.gz")) == 404, "status"))
    check("python-client buckets.delete", lambda: storage.buckets().delete(bucket="foreign-images").execute())


def compute():
    """google-cloud-compute: tokens that the client signs itself."""
    from google.api_core import exceptions
    from google.cloud import compute_v1

    credentials = service_account.Credentials.from_service_account_file(KEY, scopes=SCOPES)
    options = {"credentials": credentials, "client_options": {"api_endpoint": ENDPOINT}}
    instances = compute_v1.InstancesClient(**options)
    operations = compute_v1.ZoneOperationsClient(**options)

    def waited(operation):
        for _ in range(200):
            operation = operations.wait(project=PROJECT, zone=ZONE, operation=operation.name)
            if operation.status == compute_v1.Operation.Status.DONE:
                expect(not operation.error.errors, operation.error)
                return operation
            time.sleep(0.05)
        raise AssertionError("the operation does not end")

    def raises(kind, call):
        try:
            call()
        except kind:
            return
        raise AssertionError("no " + kind.__name__)

    name = "foreign-2"
    resource = compute_v1.Instance(
        name=name,
        machine_type="zones/%s/machineTypes/n2-custom-2-4096" % ZONE,
        labels={"owner": "cloud"},
        disks=[compute_v1.AttachedDisk(
            boot=True, auto_delete=True,
            initialize_params=compute_v1.AttachedDiskInitializeParams(
                disk_name=name, disk_size_gb=20, disk_type="zones/%s/diskTypes/pd-balanced" % ZONE,
                source_image="projects/%s/global/images/talos-v1-14-1" % PROJECT))],
        network_interfaces=[compute_v1.NetworkInterface(
            network="projects/%s/global/networks/butler-network" % PROJECT,
            subnetwork="projects/%s/regions/%s/subnetworks/butler-subnet" % (PROJECT, REGION))])
    # insert() would poll with a second client that does not know the endpoint.
    check("cloud-compute instances.insert_unary and operations.wait", lambda: waited(
        instances.insert_unary(project=PROJECT, zone=ZONE, instance_resource=resource)))
    check("cloud-compute instances.get", lambda: expect(
        instances.get(project=PROJECT, zone=ZONE, instance=name).status == "RUNNING", "status"))
    check("cloud-compute instances.list", lambda: expect(
        [i.name for i in instances.list(project=PROJECT, zone=ZONE)] == [name], "names"))
    check("cloud-compute instances.aggregated_list", lambda: expect(
        sum(len(scope.instances) for _, scope in instances.aggregated_list(project=PROJECT)) == 1, "count"))
    check("cloud-compute conflict", lambda: raises(exceptions.Conflict, lambda: instances.insert_unary(
        project=PROJECT, zone=ZONE, instance_resource=resource)))
    check("cloud-compute not found", lambda: raises(exceptions.NotFound, lambda: instances.get(
        project=PROJECT, zone=ZONE, instance="missing")))
    check("cloud-compute forbidden project", lambda: raises(exceptions.Forbidden, lambda: instances.get(
        project="other-project", zone=ZONE, instance=name)))
    check("cloud-compute disks.list", lambda: expect(
        [d.size_gb for d in compute_v1.DisksClient(**options).list(project=PROJECT, zone=ZONE)] == [20], "sizes"))
    check("cloud-compute regions.get", lambda: expect(any(
        q.metric == "N2_CPUS" and q.usage == 4 for q in compute_v1.RegionsClient(**options).get(project=PROJECT, region=REGION).quotas), "quota"))
    check("cloud-compute instances.delete_unary", lambda: waited(
        instances.delete_unary(project=PROJECT, zone=ZONE, instance=name)))


part = sys.argv[3] if len(sys.argv) > 3 else "all"
if part in ("all", "exchange"):
    exchange()
if part in ("all", "images"):
    images()
if part in ("all", "compute"):
    compute()
sys.exit(1 if failed else 0)
