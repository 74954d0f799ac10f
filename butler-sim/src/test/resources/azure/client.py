"""Calls a simulated subscription with the Python client of Azure. Prints one line per call: PASS or FAIL, and the name of the call.

The address, the subscription and the credentials are in the environment. Connections to other hosts than this one are rejected.
"""

import base64
import hashlib
import logging
import os
import socket
import struct
import sys

LOOPBACK = {"localhost", "127.0.0.1"}
resolve = socket.getaddrinfo
connect = socket.socket.connect


def guarded_resolve(host, port, *args, **kwargs):
    name = host.decode() if isinstance(host, bytes) else host
    if name not in LOOPBACK:
        raise OSError("connection to %s rejected by the test" % name)
    return resolve("127.0.0.1", port, *args, **kwargs)


def guarded_connect(self, address):
    if isinstance(address, tuple) and address[0] not in LOOPBACK:
        raise OSError("connection to %s rejected by the test" % address[0])
    return connect(self, address)


socket.getaddrinfo = guarded_resolve
socket.socket.connect = guarded_connect

import requests
from azure.core import MatchConditions
from azure.core.exceptions import ClientAuthenticationError, HttpResponseError, ResourceNotFoundError
from azure.identity import ClientSecretCredential
from azure.mgmt.compute import ComputeManagementClient
from azure.mgmt.network import NetworkManagementClient

PORT = os.environ["SIM_PORT"]
BASE = "https://127.0.0.1:" + PORT
SCOPE = [BASE + "/.default"]
SUBSCRIPTION = os.environ["SIM_SUBSCRIPTION"]
GROUP = os.environ["SIM_GROUP"]
LOCATION = os.environ["SIM_LOCATION"]
SUBNET = os.environ["SIM_SUBNET"]
IMAGE = os.environ["SIM_IMAGE"].split(":")
LIMIT = 60
DISK = 20 << 20

logging.disable(logging.CRITICAL)


def credential(secret):
    return ClientSecretCredential(
        os.environ["SIM_TENANT"],
        os.environ["SIM_CLIENT"],
        secret,
        authority="https://localhost:" + PORT,
        disable_instance_discovery=True,
    )


good = credential(os.environ["SIM_SECRET"])
compute = ComputeManagementClient(good, SUBSCRIPTION, base_url=BASE, credential_scopes=SCOPE, polling_interval=1)
network = NetworkManagementClient(good, SUBSCRIPTION, base_url=BASE, credential_scopes=SCOPE, polling_interval=1)
failures = 0


def call(name, action):
    global failures
    try:
        action()
        print("PASS", name)
    except Exception as e:
        failures += 1
        print("FAIL", name, type(e).__name__, str(e).splitlines()[0])


def check(condition, text):
    if not condition:
        raise AssertionError(text)


def rejected(type, code, action):
    try:
        action()
    except type as e:
        check(code is None or code in str(e), "expected %s: %s" % (code, e))
        return
    raise AssertionError("not rejected")


def machine(nic, **more):
    body = {
        "location": LOCATION,
        "tags": {"from": "python"},
        "zones": ["2"],
        "properties": {
            "hardwareProfile": {"vmSize": "Standard_D2s_v5"},
            "storageProfile": {
                "imageReference": dict(zip(("publisher", "offer", "sku", "version"), IMAGE)),
                "osDisk": {
                    "name": "py-os",
                    "createOption": "FromImage",
                    "deleteOption": "Delete",
                    "managedDisk": {"storageAccountType": "Premium_LRS"},
                },
            },
            "osProfile": {
                "computerName": "py",
                "adminUsername": "talos",
                "adminPassword": "Only-in-this-test-1",
                "customData": base64.b64encode(b"machine: {}").decode(),
            },
            "networkProfile": {"networkInterfaces": [{"id": nic, "properties": {"deleteOption": "Delete"}}]},
        },
    }
    body["properties"].update(more)
    return body


def interface():
    return {
        "location": LOCATION,
        "properties": {"ipConfigurations": [{"name": "primary", "properties": {"subnet": {"id": SUBNET}}}]},
    }


def address():
    return {
        "location": LOCATION,
        "sku": {"name": "Standard"},
        "properties": {"publicIPAllocationMethod": "Static"},
    }


def done(poller):
    result = poller.result(LIMIT)
    check(poller.done(), "the operation did not end")
    return result


def of_butler():
    """What Butler created, read with the models of the client."""
    vm = compute.virtual_machines.get(GROUP, "alpha-cp-0", expand="instanceView")
    check(vm.properties.provisioning_state == "Succeeded", vm.properties.provisioning_state)
    check(vm.properties.storage_profile.os_disk.delete_option == "Delete", "os disk is kept")
    check(vm.tags["butler-managed-by"] == "butler", vm.tags)
    check(vm.zones == ["1"], vm.zones)
    check(any(s.code == "PowerState/running" for s in vm.properties.instance_view.statuses), "not running")
    check(not vm.properties.os_profile.custom_data, "custom data is returned")
    nic = network.network_interfaces.get(GROUP, "alpha-cp-0-nic")
    configuration = nic.properties.ip_configurations[0].properties
    check(configuration.private_ip_address.startswith("127."), configuration.private_ip_address)
    check(configuration.load_balancer_backend_address_pools[0].id.endswith("/control-plane"), "not in the pool")
    balancer = network.load_balancers.get(GROUP, "alpha-cp-lb")
    check(balancer.sku.name == "Standard", balancer.sku)
    rule = balancer.properties.load_balancing_rules[0].properties
    check((rule.frontend_port, rule.backend_port, rule.disable_outbound_snat) == (6443, 6443, True), rule)
    check(balancer.properties.probes[0].properties.port == 6443, "probe")
    check(len(balancer.properties.backend_address_pools[0].properties.backend_ip_configurations) == 1, "members")
    check(balancer.properties.outbound_rules[0].properties.protocol == "All", "outbound rule")
    ip = network.public_ip_addresses.get(GROUP, "alpha-cp-ip")
    check(ip.properties.ip_address.startswith("127."), ip.properties.ip_address)


def stop_and_start():
    done(compute.virtual_machines.begin_power_off(GROUP, "py"))
    view = compute.virtual_machines.instance_view(GROUP, "py")
    check(any(s.code == "PowerState/stopped" for s in view.statuses), view.statuses)
    done(compute.virtual_machines.begin_start(GROUP, "py"))


def disk(size):
    return {
        "location": LOCATION,
        "tags": {"from": "python"},
        "sku": {"name": "Standard_LRS"},
        "properties": {
            "osType": "Linux",
            "hyperVGeneration": "V2",
            "creationData": {"createOption": "Upload", "uploadSizeBytes": size},
        },
    }


def footer(size):
    """The last 512 bytes of a fixed VHD."""
    head = struct.pack(">8sIIQI4sI4sQQII", b"conectix", 2, 0x10000, 2**64 - 1, 0, b"py  ", 0x10000, b"Wi2k", size, size, 0, 2)
    total = ~sum(head) & 0xFFFFFFFF
    return (head + struct.pack(">I", total)).ljust(512, b"\0")


def write(url, start, content, version="2021-08-06"):
    headers = {
        "x-ms-version": version,
        "x-ms-page-write": "update",
        "x-ms-range": "bytes=%d-%d" % (start, start + len(content) - 1),
        "Content-MD5": base64.b64encode(hashlib.md5(content).digest()).decode(),
    }
    return requests.put(url + "&comp=page", data=content, headers=headers, timeout=LIMIT).status_code


def granted():
    global url
    url = done(compute.disks.begin_grant_access(GROUP, "py-upload", {"access": "Write", "durationInSeconds": 3600})).access_sas
    check(url.startswith(BASE + "/"), url)


def uploaded():
    check(write(url, 0, bytes(4096)) == 201, "pages")
    check(write(url, DISK, footer(DISK)) == 201, "footer")
    check(write(url, 100, bytes(512)) == 400, "not aligned")
    check(write(url, DISK + 512, bytes(512)) == 416, "behind the end")
    check(write(url, 0, bytes((4 << 20) + 512)) == 413, "too large")
    check(write(url.replace("sig=", "sig=x"), 0, bytes(512)) == 403, "signature")


def image_created():
    source = compute.disks.get(GROUP, "py-upload")
    check(source.properties.disk_state == "Unattached", source.properties.disk_state)
    body = {
        "location": LOCATION,
        "properties": {
            "hyperVGeneration": "V2",
            "storageProfile": {"osDisk": {"osType": "Linux", "osState": "Generalized", "managedDisk": {"id": source.id}}},
        },
    }
    image = done(compute.images.begin_create_or_update(GROUP, "py-image", body))
    check(image.properties.provisioning_state == "Succeeded", image.properties.provisioning_state)
    check(image.properties.storage_profile.os_disk.managed_disk.id == source.id, "disk")


def paged():
    names = [disk.name for disk in compute.disks.list_by_resource_group(GROUP)]
    check("py-os" in names and "alpha-cp-0-os" in names, names)


call("wrong client secret", lambda: rejected(ClientAuthenticationError, "AADSTS7000215", lambda: credential("wrong").get_token(SCOPE[0])))
call("get_token", lambda: good.get_token(SCOPE[0]))
call("resources of Butler", of_butler)
call("virtual_machines.get of a missing one", lambda: rejected(ResourceNotFoundError, "ResourceNotFound", lambda: compute.virtual_machines.get(GROUP, "missing")))
call("resource group that is missing", lambda: rejected(ResourceNotFoundError, "ResourceGroupNotFound", lambda: compute.virtual_machines.get("missing", "x")))
call("network_interfaces.begin_create_or_update", lambda: done(network.network_interfaces.begin_create_or_update(GROUP, "py-nic", interface())))
nic_id = SUBNET.split("/virtualNetworks/")[0] + "/networkInterfaces/py-nic"
call("unknown property", lambda: rejected(HttpResponseError, "Could not find member", lambda: compute.virtual_machines.begin_create_or_update(GROUP, "py", machine(nic_id, colour="blue"))))
call("unknown size", lambda: rejected(HttpResponseError, "InvalidParameter", lambda: compute.virtual_machines.begin_create_or_update(GROUP, "py", machine(nic_id, hardwareProfile={"vmSize": "Huge"}))))
call("zone and availability set", lambda: rejected(HttpResponseError, "availability", lambda: compute.virtual_machines.begin_create_or_update(GROUP, "py", machine(nic_id, availabilitySet={"id": "/x"}))))
call("virtual_machines.begin_create_or_update", lambda: done(compute.virtual_machines.begin_create_or_update(GROUP, "py", machine(nic_id))))
call("virtual_machines.begin_create_or_update of an existing one", lambda: rejected(HttpResponseError, "PreconditionFailed", lambda: compute.virtual_machines.begin_create_or_update(GROUP, "alpha-cp-0", machine(nic_id), match_condition=MatchConditions.IfMissing)))
call("virtual_machines.list", lambda: check({"py", "alpha-cp-0"} <= {vm.name for vm in compute.virtual_machines.list(GROUP)}, "names"))
call("disks.list_by_resource_group with pages", paged)
call("disks.begin_delete of an attached one", lambda: rejected(HttpResponseError, "attached", lambda: compute.disks.begin_delete(GROUP, "py-os")))
call("network_interfaces.begin_delete of an attached one", lambda: rejected(HttpResponseError, "NicInUse", lambda: network.network_interfaces.begin_delete(GROUP, "py-nic")))
call("virtual_machines.begin_power_off and begin_start", stop_and_start)
call("resource_skus.list of every page", lambda: check(len({sku.name for sku in compute.resource_skus.list(filter="location eq '%s'" % LOCATION)}) > 60, "sizes"))
call("usage.list of compute", lambda: check(any(u.name.value == "cores" for u in compute.usage.list(LOCATION)), "cores"))
call("usages.list of network", lambda: check(any(u.name.value == "LoadBalancers" for u in network.usages.list(LOCATION)), "load balancers"))
call("virtual_machine_images.list", lambda: check(len(list(compute.virtual_machine_images.list(LOCATION, *IMAGE[:3]))) == 1, "versions"))
call("subnets.get", lambda: network.subnets.get(GROUP, SUBNET.split("/")[-3], SUBNET.split("/")[-1]))
call("public_ip_addresses.begin_create_or_update", lambda: done(network.public_ip_addresses.begin_create_or_update(GROUP, "py-ip", address())))
call("public_ip_addresses.begin_delete", lambda: done(network.public_ip_addresses.begin_delete(GROUP, "py-ip")))
call("public_ip_addresses.begin_delete of one in use", lambda: rejected(HttpResponseError, "PublicIPAddressCannotBeDeleted", lambda: network.public_ip_addresses.begin_delete(GROUP, "alpha-cp-ip")))
call("virtual_machines.begin_delete", lambda: done(compute.virtual_machines.begin_delete(GROUP, "py")))
call("what was deleted with it", lambda: rejected(ResourceNotFoundError, "ResourceNotFound", lambda: network.network_interfaces.get(GROUP, "py-nic")))
call("disks.begin_create_or_update with an invalid size", lambda: rejected(HttpResponseError, "uploadSizeBytes", lambda: compute.disks.begin_create_or_update(GROUP, "py-upload", disk(1000))))
call("disks.begin_create_or_update for an upload", lambda: check(done(compute.disks.begin_create_or_update(GROUP, "py-upload", disk(DISK + 512))).properties.disk_state == "ReadyToUpload", "state"))
call("disks.begin_grant_access", granted)
call("disks.begin_delete with access", lambda: rejected(HttpResponseError, "shared access signature", lambda: compute.disks.begin_delete(GROUP, "py-upload")))
call("upload of pages", uploaded)
call("disks.begin_revoke_access", lambda: done(compute.disks.begin_revoke_access(GROUP, "py-upload")))
call("upload without access", lambda: check(write(url, 0, bytes(512)) == 403, "accepted"))
call("images.begin_create_or_update", image_created)
call("images.list_by_resource_group", lambda: check("py-image" in [image.name for image in compute.images.list_by_resource_group(GROUP)], "names"))
call("disks.begin_delete", lambda: done(compute.disks.begin_delete(GROUP, "py-upload")))
call("images.begin_delete", lambda: done(compute.images.begin_delete(GROUP, "py-image")))
call("other hosts", lambda: rejected(OSError, "rejected by the test", lambda: socket.create_connection(("192.0.2.1", 443))))
sys.exit(1 if failures else 0)
