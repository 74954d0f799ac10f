"""Uses the simulated Proxmox VE cluster through proxmoxer. Prints one line per call: pass or fail, its name, and the reason.

Arguments: port, file with the CA. Environment: TOKEN (user@realm!name=secret), PASSWORD.
"""

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

from proxmoxer import AuthenticationError, ProxmoxAPI, ResourceException  # noqa: E402
from proxmoxer.tools import Tasks  # noqa: E402

PORT, AUTHORITY = int(sys.argv[1]), sys.argv[2]
USER, TOKEN = os.environ["TOKEN"].split("!", 1)
TOKEN_NAME, TOKEN_SECRET = TOKEN.split("=", 1)
VM = 150


def connect(**login):
    return ProxmoxAPI("127.0.0.1", port=PORT, user=USER, verify_ssl=AUTHORITY, timeout=20, **login)


def finished(upid):
    status = Tasks.blocking_status(api, upid, timeout=30, polling_interval=0.02)
    assert status is not None, "the task does not end"
    return status["exitstatus"]


def eventually(call):
    deadline = time.monotonic() + 30
    while True:
        try:
            return call()
        except (ResourceException, AssertionError):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)


def rejected(status, call, *words):
    try:
        result = call()
    except ResourceException as refusal:
        assert refusal.status_code == status, f"status {refusal.status_code}"
        for word in words:
            assert word in str(refusal.errors), f"no {word} in {refusal.errors}"
        return
    raise AssertionError(f"accepted: {result}")


def check(name, call):
    try:
        call()
        print(f"pass {name}", flush=True)
    except Exception as problem:  # every problem is a result
        print(f"fail {name}: {type(problem).__name__}: {problem}", flush=True)


def expect(condition, seen):
    assert condition, f"saw {seen}"


api = connect(token_name=TOKEN_NAME, token_value=TOKEN_SECRET)
node = api.nodes("pve1")
vm = node.qemu(VM)


def version():
    seen = api.version.get()
    expect(seen["release"] == "9.1", seen)


def nodes():
    seen = [entry["node"] for entry in api.nodes.get()]
    expect(sorted(seen) == ["pve1", "pve2", "pve3"], seen)


def resources():
    seen = [entry["vmid"] for entry in api.cluster.resources.get(type="vm")]
    expect(9000 in seen, seen)


def clone():
    upid = node.qemu(9000).clone.post(newid=VM, name="by-hand", full=1, storage="ceph", description="by hand")
    decoded = Tasks.decode_upid(upid)
    expect(decoded["type"] == "qmclone" and decoded["node"] == "pve1" and decoded["id"] == "9000", decoded)
    expect(finished(upid) == "OK", upid)
    log = Tasks.decode_log(node.tasks(upid).log.get())
    expect(f"with ID {VM}" in log, log)


def configure():
    vm.config.put(cores=2, memory=4096, tags="by-hand;test", net0="virtio,bridge=vmbr1", scsi1="ceph:5", agent="enabled=1")
    seen = vm.config.get()
    expect(seen["cores"] == 2 and seen["tags"] == "by-hand;test" and "size=5G" in seen["scsi1"], seen)


def resize():
    expect(finished(vm.resize.put(disk="scsi0", size="20G")) == "OK", "no task")
    expect("size=20G" in vm.config.get()["scsi0"], vm.config.get())


def shrink():
    seen = finished(vm.resize.put(disk="scsi0", size="5G"))
    expect("shrinking" in seen, seen)


def start():
    expect(finished(vm.status.start.post()) == "OK", "no task")
    expect(vm.status.current.get()["status"] == "running", vm.status.current.get())


def agent():
    seen = eventually(lambda: vm.agent("network-get-interfaces").get())["result"]
    expect([card["name"] for card in seen] == ["lo", "eth0"], seen)


def stop_and_delete():
    expect(finished(vm.status.stop.post()) == "OK", "no task")
    expect(finished(vm.delete(purge=1)) == "OK", "no task")
    rejected(500, vm.config.get)


def import_disk():
    upid = node.qemu.post(
        vmid=VM, name="imported", scsi0="ceph:0,import-from=local:import/talos-nocloud-amd64.qcow2", start=1
    )
    expect(finished(upid) == "OK", upid)
    expect("import-from" not in vm.config.get()["scsi0"], vm.config.get())
    finished(vm.status.stop.post())
    finished(vm.delete())


IMAGE = b"QFI\xfb" + b"\0" * 300_000


def content(volume):
    return [entry["size"] for entry in node.storage("templates").content.get(content="import") if entry["volid"] == volume]


def upload():
    with open("by-hand.qcow2", "wb") as file:
        file.write(IMAGE)
    with open("by-hand.qcow2", "rb") as file:
        upid = node.storage("templates").upload.create(content="import", filename=file)
    expect(Tasks.decode_upid(upid)["type"] == "imgcopy", upid)
    expect(finished(upid) == "OK", upid)
    expect(content("templates:import/by-hand.qcow2") == [len(IMAGE)], content("templates:import/by-hand.qcow2"))


def upload_of_a_text():
    with open("text.qcow2", "wb") as file:
        file.write(b"not an image")
    with open("text.qcow2", "rb") as file:
        upid = node.storage("templates").upload.create(content="import", filename=file)
    expect("not in qcow2 format" in finished(upid), upid)


def download(**changed):
    parameters = dict(content="import", filename="fetched.qcow2", url=f"http://127.0.0.1:{PORT}/nothing")
    parameters.update(changed)
    return node.storage(parameters.pop("storage", "templates"))("download-url").post(**parameters)


def failed_download():
    upid = download()
    decoded = Tasks.decode_upid(upid)
    expect(decoded["type"] == "download" and decoded["id"] == "fetched.qcow2", decoded)
    expect("download failed" in finished(upid), upid)


def delete_image():
    volume = "templates:import/by-hand.qcow2"
    node.storage("templates").content(volume).delete(delay=5)
    expect(content(volume) == [], content(volume))


def wrong_token():
    stranger = connect(token_name=TOKEN_NAME, token_value="00000000-0000-0000-0000-000000000000")
    rejected(401, stranger.version.get)


def password():
    person = connect(password=os.environ["PASSWORD"])
    expect(person.version.get()["release"] == "9.1", "no version")
    upid = person.nodes("pve1").qemu(9000).clone.post(newid=VM + 1, name="by-a-person", full=1)
    expect(finished(upid) == "OK", upid)
    finished(person.nodes("pve1").qemu(VM + 1).delete())


def wrong_password():
    try:
        connect(password="wrong")
    except AuthenticationError:
        return
    raise AssertionError("accepted")


for name, call in [
    ("version", version),
    ("nodes", nodes),
    ("cluster resources", resources),
    ("cluster status", lambda: expect(api.cluster.status.get()[0]["quorate"] == 1, "no quorum")),
    ("next free ID", lambda: expect(api.cluster.nextid.get() == "100", "another ID")),
    ("next free ID in use", lambda: rejected(400, lambda: api.cluster.nextid.get(vmid=9000), "already exists")),
    ("permissions", lambda: expect("VM.Clone" in api.access.permissions.get(path="/vms")["/vms"], "no privilege")),
    ("pools", lambda: expect(api.pools.get()[0]["poolid"] == "butler", "no pool")),
    ("storages", lambda: expect(len(node.storage.get()) == 4, "other storages")),
    ("import content", lambda: expect(len(node.storage("local").content.get(content="import")) == 1, "no image")),
    ("bridges", lambda: expect(len(node.network.get(type="any_bridge")) == 2, "other bridges")),
    ("template", lambda: expect(node.qemu(9000).config.get()["template"] == 1, "no template")),
    ("clone", clone),
    ("clone with an ID in use", lambda: rejected(500, lambda: node.qemu(9000).clone.post(newid=VM))),
    ("list of a node", lambda: expect(VM in [entry["vmid"] for entry in node.qemu.get()], "no machine")),
    ("configure", configure),
    ("unknown option", lambda: rejected(400, lambda: vm.config.put(corez=2), "corez", "not defined in schema")),
    ("option of the wrong type", lambda: rejected(400, lambda: vm.config.put(cores="two"), "cores", "integer")),
    ("bad tag", lambda: rejected(400, lambda: vm.config.put(tags="a/b"), "tags")),
    ("missing parameter", lambda: rejected(400, lambda: node.qemu(9000).clone.post(name="x"), "newid")),
    ("grow a disk", resize),
    ("shrink a disk", shrink),
    ("start", start),
    ("guest agent", agent),
    ("delete while running", lambda: rejected(500, vm.delete)),
    ("list of tasks", lambda: expect(len(node.tasks.get(source="all", vmid=VM)) >= 2, "no tasks")),
    ("stop and delete", stop_and_delete),
    ("missing machine", lambda: rejected(500, node.qemu(4711).config.get)),
    ("unknown path", lambda: rejected(501, api.nowhere.get)),
    ("create with an imported disk", import_disk),
    ("storages for images", lambda: expect(len(node.storage.get(content="import")) == 2, "other storages")),
    ("upload of an image", upload),
    ("upload of a text", upload_of_a_text),
    ("failed download", failed_download),
    ("download to another type of storage", lambda: rejected(500, lambda: download(storage="ceph"))),
    ("download with a wrong name", lambda: rejected(400, lambda: download(filename="talos.zst"), "filename")),
    ("download with a wrong content type", lambda: rejected(400, lambda: download(content="images"), "content")),
    ("download with an unknown parameter", lambda: rejected(400, lambda: download(size=1), "size")),
    ("delete an image", delete_image),
    ("wrong token", wrong_token),
    ("password", password),
    ("wrong password", wrong_password),
]:
    check(name, call)
