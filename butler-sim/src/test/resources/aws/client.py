"""Uses the images of the simulated AWS region through boto3. Prints one line per call: pass or fail, its name, and the reason.

Argument: port. Environment: KEY_ID, SECRET, REGION.
"""

import base64
import hashlib
import os
import socket
import sys
import time

LOOPBACK = ("127.0.0.1", "localhost")
resolve = socket.getaddrinfo
dial = socket.socket.connect


def guarded_resolve(host, *arguments, **options):
    if host not in LOOPBACK:
        raise OSError(f"name resolution of {host} is blocked")
    return resolve(host, *arguments, **options)


def guarded_dial(self, address):
    if not (isinstance(address, tuple) and address[0].startswith("127.")):
        raise OSError(f"connection to {address} is blocked")
    return dial(self, address)


socket.getaddrinfo = guarded_resolve
socket.socket.connect = guarded_dial

import boto3  # noqa: E402
from botocore.config import Config  # noqa: E402
from botocore.exceptions import ClientError  # noqa: E402

BLOCK = 512 * 1024
TAGS = [{"Key": "from", "Value": "python"}]
FILTERS = [{"Name": "tag:from", "Values": ["python"]}]


def connect(service, **changed):
    login = dict(
        region_name=os.environ["REGION"],
        aws_access_key_id=os.environ["KEY_ID"],
        aws_secret_access_key=os.environ["SECRET"],
        endpoint_url=f"http://127.0.0.1:{sys.argv[1]}",
        config=Config(retries={"max_attempts": 0}, proxies={}),
    )
    login.update(changed)
    return boto3.client(service, **login)


ebs, ec2 = connect("ebs"), connect("ec2")
snapshot = image = ""


def expect(condition, seen):
    assert condition, f"saw {seen}"


def checksum(content):
    return base64.b64encode(hashlib.sha256(content).digest()).decode()


def rejected(code, call):
    try:
        result = call()
    except ClientError as refusal:
        expect(refusal.response["Error"]["Code"] == code, refusal)
        return
    raise AssertionError(f"accepted: {result}")


def put(index, content, **changed):
    parameters = dict(
        SnapshotId=snapshot,
        BlockIndex=index,
        BlockData=content,
        DataLength=len(content),
        Checksum=checksum(content),
        ChecksumAlgorithm="SHA256",
    )
    parameters.update(changed)
    return ebs.put_snapshot_block(**parameters)


def start():
    global snapshot
    parameters = dict(VolumeSize=1, Tags=TAGS, Description="by hand", ClientToken="once", Timeout=10)
    seen = ebs.start_snapshot(**parameters)
    snapshot = seen["SnapshotId"]
    expect(seen["Status"] == "pending" and seen["BlockSize"] == BLOCK and seen["Tags"] == TAGS, seen)
    expect(ebs.start_snapshot(**parameters)["SnapshotId"] == snapshot, "another snapshot")


BLOCKS = {0: b"a" * BLOCK, 3: b"b" * BLOCK}


def write():
    for index, content in BLOCKS.items():
        seen = put(index, content)
        expect(seen["Checksum"] == checksum(content) and seen["ChecksumAlgorithm"] == "SHA256", seen)


def complete():
    together = checksum(b"".join(hashlib.sha256(content).digest() for content in BLOCKS.values()))
    seen = ebs.complete_snapshot(
        SnapshotId=snapshot,
        ChangedBlocksCount=len(BLOCKS),
        Checksum=together,
        ChecksumAlgorithm="SHA256",
        ChecksumAggregationMethod="LINEAR",
    )
    expect(seen["Status"] in ("pending", "completed"), seen)
    ec2.get_waiter("snapshot_completed").wait(SnapshotIds=[snapshot], WaiterConfig={"Delay": 1, "MaxAttempts": 30})


def snapshots():
    seen = ec2.describe_snapshots(OwnerIds=["self"], Filters=FILTERS)["Snapshots"]
    expect([entry["SnapshotId"] for entry in seen] == [snapshot] and seen[0]["VolumeSize"] == 1, seen)
    expect(seen[0]["Tags"] == TAGS and seen[0]["Progress"] == "100%", seen)


def register(**changed):
    parameters = dict(
        Name="by hand",
        Architecture="x86_64",
        VirtualizationType="hvm",
        EnaSupport=True,
        BootMode="uefi-preferred",
        RootDeviceName="/dev/xvda",
        BlockDeviceMappings=[{"DeviceName": "/dev/xvda", "Ebs": {"SnapshotId": snapshot, "VolumeType": "gp3"}}],
        TagSpecifications=[{"ResourceType": "image", "Tags": TAGS}],
    )
    parameters.update(changed)
    return ec2.register_image(**parameters)


def register_image():
    global image
    image = register()["ImageId"]
    seen = ec2.describe_images(Owners=["self"], Filters=FILTERS)["Images"]
    expect([entry["ImageId"] for entry in seen] == [image] and seen[0]["State"] == "available", seen)
    expect(seen[0]["BlockDeviceMappings"][0]["Ebs"]["SnapshotId"] == snapshot and seen[0]["Tags"] == TAGS, seen)


def delete():
    ec2.deregister_image(ImageId=image)
    ec2.delete_snapshot(SnapshotId=snapshot)
    expect(ec2.describe_snapshots(OwnerIds=["self"], Filters=FILTERS)["Snapshots"] == [], "a snapshot")


def other_region():
    stranger = connect("ebs", region_name="eu-west-1")
    rejected("SignatureDoesNotMatch", lambda: stranger.start_snapshot(VolumeSize=1))


def wrong_secret():
    stranger = connect("ebs", aws_secret_access_key="wrong")
    rejected("SignatureDoesNotMatch", lambda: stranger.start_snapshot(VolumeSize=1))


for name, call in [
    ("start a snapshot", start),
    ("token with another size", lambda: rejected("ConflictException", lambda: ebs.start_snapshot(VolumeSize=2, ClientToken="once"))),
    ("snapshot that is too large", lambda: rejected("ValidationException", lambda: ebs.start_snapshot(VolumeSize=70000))),
    ("write blocks", write),
    ("short block", lambda: rejected("ValidationException", lambda: put(1, b"short"))),
    ("wrong checksum", lambda: rejected("ValidationException", lambda: put(1, BLOCKS[0], Checksum=checksum(b"")))),
    ("block behind the end", lambda: rejected("ValidationException", lambda: put(2048, BLOCKS[0]))),
    ("block of a missing snapshot", lambda: rejected("ResourceNotFoundException", lambda: put(0, BLOCKS[0], SnapshotId="snap-0"))),
    ("image of a pending snapshot", lambda: rejected("IncorrectState", register)),
    ("wrong number of blocks", lambda: rejected("ValidationException", lambda: ebs.complete_snapshot(SnapshotId=snapshot, ChangedBlocksCount=9))),
    ("complete the snapshot", complete),
    ("block of a complete snapshot", lambda: rejected("ValidationException", lambda: put(1, BLOCKS[0]))),
    ("list snapshots", snapshots),
    ("register an image", register_image),
    ("name in use", lambda: rejected("InvalidAMIName.Duplicate", register)),
    ("wrong boot mode", lambda: rejected("InvalidParameterCombination", lambda: register(Name="arm", Architecture="arm64"))),
    ("delete the snapshot of an image", lambda: rejected("InvalidSnapshot.InUse", lambda: ec2.delete_snapshot(SnapshotId=snapshot))),
    ("delete image and snapshot", delete),
    ("missing image", lambda: rejected("InvalidAMIID.Unavailable", lambda: ec2.deregister_image(ImageId=image))),
    ("missing snapshot", lambda: rejected("InvalidSnapshot.NotFound", lambda: ec2.delete_snapshot(SnapshotId=snapshot))),
    ("signature for another region", other_region),
    ("wrong secret", wrong_secret),
]:
    try:
        call()
        print(f"pass {name}", flush=True)
    except Exception as problem:  # every problem is a result
        print(f"fail {name}: {type(problem).__name__}: {problem}", flush=True)
