package dev.butlerlabs.sim.talos;

import com.google.protobuf.Empty;
import dev.butlerlabs.core.talos.wire.Storage;
import dev.butlerlabs.core.talos.wire.StorageServiceGrpc;
import io.grpc.stub.StreamObserver;

/** Lists two simulated disks; a container has none. */
final class StorageApi extends StorageServiceGrpc.StorageServiceImplBase {
    private static final long SYSTEM_BYTES = 20L << 30;
    private static final long DATA_BYTES = 100L << 30;

    private final SimulatedNode node;

    StorageApi(SimulatedNode node) {
        this.node = node;
    }

    @Override
    public void disks(Empty request, StreamObserver<Storage.DisksResponse> answers) {
        Storage.Disks.Builder disks = Storage.Disks.newBuilder();
        if (!node.options().isContainer()) {
            disks.addDisks(disk("/dev/vda", SYSTEM_BYTES).setSystemDisk(true)).addDisks(disk("/dev/vdb", DATA_BYTES));
        }
        answers.onNext(Storage.DisksResponse.newBuilder().addMessages(disks).build());
        answers.onCompleted();
    }

    private static Storage.Disk.Builder disk(String device, long bytes) {
        return Storage.Disk.newBuilder()
                .setDeviceName(device)
                .setSize(bytes)
                .setModel("Simulated disk")
                .setSerial("sim-" + device.substring(device.lastIndexOf('/') + 1))
                .setType(Storage.Disk.DiskType.SSD)
                .setBusPath("/pci0000:00/0000:00:05.0/virtio2/");
    }
}
