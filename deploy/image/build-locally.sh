#!/usr/bin/env bash
# Builds and tries the image on a machine that reaches no registry of images: Debian's debootstrap makes the base, npm's `node`
# package is Node. Needs root, and Debian's buildah and debootstrap. Ends with the size of the image.
set -euo pipefail
cd "$(dirname "$0")/../.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Neither overlay mounts nor network namespaces, so that it also works inside of a container or a small virtual machine.
store=(--root "${IMAGES:-$work/images}" --runroot "$work/run" --storage-driver vfs)
buildah() { command buildah "${store[@]}" "$@"; }

echo '== base'
debootstrap --variant=minbase bookworm "$work/base" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" >"$work/log" || {
  tail "$work/log"
  exit 1
}
# What Debian's own slim image leaves out, too.
rm -rf "$work"/base/usr/share/{doc,man,info,locale} "$work"/base/var/cache/apt/* "$work"/base/var/lib/apt/lists/*
base=$(buildah from scratch)
buildah copy -q "$base" "$work/base" / >/dev/null
buildah commit -q "$base" localhost/debian >/dev/null

echo '== node'
mkdir "$work/node"
(cd "$work/node" && npm init --yes >/dev/null && npm install --no-audit --no-fund --silent node@24)
program=$(find "$work/node" -path '*linux*' -name node -type f -size +1M | head -n 1)
# npm is only needed to build.
npm_folder=$(npm root --global)/npm
node=$(buildah from localhost/debian)
buildah copy -q "$node" "$program" /usr/local/bin/node >/dev/null
buildah copy -q "$node" "$npm_folder" /usr/local/lib/node_modules/npm >/dev/null
buildah run --isolation chroot "$node" -- ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
buildah commit -q "$node" localhost/node:24 >/dev/null

echo '== image'
secrets=()
[ ! -f "$HOME/.npmrc" ] || secrets+=(--secret "id=npmrc,src=$HOME/.npmrc")
authorities=${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}
[ ! -f "$authorities" ] || secrets+=(--secret "id=ca,src=$authorities")
buildah bud --isolation chroot --network host --format docker "${secrets[@]}" \
  --build-arg NODE_IMAGE=localhost/node:24 --build-arg BASE_IMAGE=localhost/debian -t causeway .

echo '== try it'
one=$(buildah from localhost/causeway)
program=$(buildah inspect --format '{{join .OCIv1.Config.Entrypoint " "}}' "$one")
version=$(buildah run --isolation chroot "$one" -- $program --version)
[ "$version" = "$(node -p "require('./package.json').version")" ]
buildah run --isolation chroot "$one" -- sh -c '! command -v npm && ! command -v gcc && [ "$(id -u)" = 10001 ] && ! touch /app/x 2>/dev/null'
root=$(buildah mount "$one")
printf 'causeway %s: %s MB\n' "$version" "$(du -sm "$root" | cut -f 1)"
du -sm "$root"/usr "$root"/app | sed "s|$root||"
