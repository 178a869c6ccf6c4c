#!/usr/bin/env bash
# Builds and tries the image on a machine that reaches no registry of images: Debian's debootstrap makes the base, npm's `node`
# package is Node. Needs root, and Debian's buildah and debootstrap. Ends with the size of the image.
#   IMAGES=FOLDER        keeps the images there, so that the next run is faster
#   DATABASE_URL=…       also runs the service in it, on this empty database
set -euo pipefail
cd "$(dirname "$0")/../.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Neither overlay mounts nor network namespaces, so that it also works inside of a container or a small virtual machine.
store=(--root "${IMAGES:-$work/images}" --runroot "$work/run" --storage-driver vfs)
buildah() { command buildah "${store[@]}" "$@"; }
run() { buildah run --isolation chroot "$@"; }
has() { buildah inspect --type image "$1" >/dev/null 2>&1; }

make_base() {
  local mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian} one
  debootstrap --variant=minbase bookworm "$work/base" "$mirror" >"$work/log" || { tail "$work/log"; return 1; }
  # What Debian's own slim image leaves out, too.
  rm -rf "$work"/base/usr/share/{doc,man,info,locale} "$work"/base/var/cache/apt/* "$work"/base/var/lib/apt/lists/*
  one=$(buildah from scratch)
  buildah copy -q "$one" "$work/base" / >/dev/null
  buildah commit -q --rm "$one" localhost/debian >/dev/null
}

# With npm, which is only needed to build.
make_node() {
  local program one
  mkdir "$work/node"
  (cd "$work/node" && npm init --yes >/dev/null && npm install --no-audit --no-fund --silent node@24)
  program=$(find "$work/node" -path '*linux*' -name node -type f -size +1M | head -n 1)
  one=$(buildah from localhost/debian)
  buildah copy -q "$one" "$program" /usr/local/bin/node >/dev/null
  buildah copy -q "$one" "$(npm root --global)/npm" /usr/local/lib/node_modules/npm >/dev/null
  run "$one" -- ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
  buildah commit -q --rm "$one" localhost/node:24 >/dev/null
}

make_image() {
  local secrets=() authorities=${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}
  [ ! -f "$HOME/.npmrc" ] || secrets+=(--secret "id=npmrc,src=$HOME/.npmrc")
  [ ! -f "$authorities" ] || secrets+=(--secret "id=ca,src=$authorities")
  buildah bud --isolation chroot --network host --format docker "${secrets[@]}" \
    --build-arg NODE_IMAGE=localhost/node:24 --build-arg BASE_IMAGE=localhost/debian -t localhost/causeway .
}

try_image() {
  local one entry version root
  one=$(buildah from localhost/causeway)
  entry=$(buildah inspect --format '{{.OCIv1.Config.Entrypoint}}' "$one" | tr -d '[]')
  version=$(run "$one" -- $entry --version)
  [ "$version" = "$(node -p "require('./package.json').version")" ]
  run "$one" -- sh -c '[ "$(id -u)" = 10001 ] && ! command -v npm gcc && ! touch /app/file 2>/dev/null'
  [ -z "${DATABASE_URL:-}" ] || serve_once "$one" "$entry"
  root=$(buildah mount "$one")
  printf 'causeway %s: %s MB\n' "$version" "$(du -sm "$root" | cut -f 1)"
  buildah rm "$one" >/dev/null
}

# Migrates, serves until it is ready, and stops it as an orchestrator does.
serve_once() {
  local settings=(--env "DATABASE_URL=$DATABASE_URL" --env "MASTER_KEY=$(openssl rand -base64 32)" --env PORT=14000
    --env METRICS_PORT=19100 --env DRAIN_SECONDS=1 --env PUBLIC_URL=http://localhost:14000) program
  run "${settings[@]}" "$1" -- $2 migrate
  run "${settings[@]}" "$1" -- $2 serve &
  program=$!
  for _ in $(seq 60); do
    if curl -sf http://127.0.0.1:19100/readyz; then break; fi
    sleep 1
  done
  curl -sf http://127.0.0.1:14000/ >/dev/null
  curl -sf http://127.0.0.1:19100/metrics | grep causeway_build_info
  kill -TERM "$(pgrep -n -f '/app/node_modules/@causeway/server/server/dist/cli.js serve')"
  wait "$program"
}

echo '== base' && { has localhost/debian || make_base; }
echo '== node' && { has localhost/node:24 || make_node; }
echo '== image' && make_image
echo '== try it' && try_image
