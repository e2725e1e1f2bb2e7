#!/bin/sh
# Gives the server its new certificate. certbot calls this after every renewal (--deploy-hook).
set -eu
install -o root -g dicehall -m 640 "$RENEWED_LINEAGE/privkey.pem" /etc/dicehall/key.pem
install -o root -g dicehall -m 640 "$RENEWED_LINEAGE/fullchain.pem" /etc/dicehall/chain.pem
# Before the first start there is nothing to reload.
if systemctl is-active --quiet dicehall; then systemctl reload dicehall; fi
