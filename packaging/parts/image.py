"""Writes a container image with one layer as an OCI archive: a program in /usr/bin, not as root, with a volume and a health check.

The same layer and the same arguments give the same bytes. The time of everything is SOURCE_DATE_EPOCH.
"""

import argparse
import datetime
import gzip
import hashlib
import io
import json
import os
import tarfile

DATA = "/var/lib/dicehall"
ADMIN = "127.0.0.1:4601"
PROGRAM = "/usr/bin/dicehall-server"
NANOSECONDS = 1_000_000_000


def describe(media_type, content):
    """The descriptor of a blob."""
    return {"mediaType": media_type, "digest": "sha256:" + hashlib.sha256(content).hexdigest(), "size": len(content)}


def config(layer, arguments, created):
    """The image's configuration: how a container starts, and how it is asked whether it is well."""
    ask = ["CMD", PROGRAM, "ctl", "--data", DATA, "--admin", ADMIN, "--by", "health", "lobbies"]
    return {
        "created": created,
        "architecture": "amd64",
        "os": "linux",
        "config": {
            "User": f"{arguments.user}:{arguments.user}",
            "ExposedPorts": {"4600/tcp": {}},
            "Entrypoint": [PROGRAM],
            "Cmd": ["--data", DATA, "--admin", ADMIN, "--no-lan"],
            "Volumes": {DATA: {}},
            "WorkingDir": DATA,
            "StopSignal": "SIGTERM",
            "Healthcheck": {"Test": ask, "Interval": 30 * NANOSECONDS, "Timeout": 5 * NANOSECONDS, "Retries": 3},
            "Labels": {
                "org.opencontainers.image.title": "dicehall-server",
                "org.opencontainers.image.version": arguments.version,
                "org.opencontainers.image.revision": arguments.commit,
                "org.opencontainers.image.licenses": "MIT",
            },
        },
        "rootfs": {"type": "layers", "diff_ids": ["sha256:" + hashlib.sha256(layer).hexdigest()]},
        "history": [{"created": created, "created_by": "packaging/build.sh"}],
    }


def main():
    """Reads the layer and writes the archive."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ["layer", "version", "commit", "user", "out"]:
        parser.add_argument(f"--{name}", required=True)
    arguments = parser.parse_args()
    epoch = int(os.environ["SOURCE_DATE_EPOCH"])
    created = datetime.datetime.fromtimestamp(epoch, datetime.timezone.utc).isoformat()
    with open(arguments.layer, "rb") as file:
        layer = file.read()
    packed = gzip.compress(layer, mtime=0)
    configured = json.dumps(config(layer, arguments, created)).encode()
    image = "application/vnd.oci.image"
    manifest = json.dumps({
        "schemaVersion": 2,
        "mediaType": f"{image}.manifest.v1+json",
        "config": describe(f"{image}.config.v1+json", configured),
        "layers": [describe(f"{image}.layer.v1.tar+gzip", packed)],
    }).encode()
    named = describe(f"{image}.manifest.v1+json", manifest)
    name = f"dicehall-server:{arguments.version}"
    named["annotations"] = {
        "org.opencontainers.image.ref.name": name,
        "io.containerd.image.name": f"docker.io/library/{name}",
    }
    files = {
        "oci-layout": json.dumps({"imageLayoutVersion": "1.0.0"}).encode(),
        "index.json": json.dumps({"schemaVersion": 2, "manifests": [named]}).encode(),
    }
    for blob in [packed, configured, manifest]:
        files["blobs/sha256/" + hashlib.sha256(blob).hexdigest()] = blob
    with tarfile.open(arguments.out, "w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.mode = len(content), epoch, 0o644
            archive.addfile(entry, io.BytesIO(content))


main()
