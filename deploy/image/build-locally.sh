#!/usr/bin/env bash
# Builds and tries the image on a machine that reaches no registry of images: Debian's debootstrap makes the base, npm's `node`
# package is Node. Needs root, and Debian's buildah and debootstrap. Ends with the size of the image.
#   IMAGES=FOLDER        keeps the images there, so that the next run is faster
#   DATABASE_URL=…       also runs the service in it, on this empty database, whose host is an address: its root is read-only, and
#                        it must take a payment
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
  local one entry version root image_env
  one=$(buildah from localhost/causeway)
  entry=$(buildah inspect --format '{{.OCIv1.Config.Entrypoint}}' "$one" | tr -d '[]')
  version=$(run "$one" -- $entry --version)
  [ "$version" = "$(node -p "require('./package.json').version")" ]
  run "$one" -- sh -c '[ "$(id -u)" = 10001 ] && ! command -v npm gcc && ! touch /app/file 2>/dev/null'
  root=$(buildah mount "$one")
  mapfile -t image_env < <(buildah inspect --format '{{range .OCIv1.Config.Env}}{{println .}}{{end}}' "$one" | grep .)
  if [ -n "${DATABASE_URL:-}" ]; then take_payment "$entry"; else echo 'The service was not run: there is no DATABASE_URL.'; fi
  printf 'causeway %s: %s MB\n' "$version" "$(du -sm "$root" | cut -f 1)"
  buildah rm "$one" >/dev/null
}

# A command in the image as Compose and Kubernetes run it: as its user, and nothing can be written to. The process is its own, so
# that it gets signals. buildah has no read-only root.
inside() {
  exec unshare --mount bash -euc '
    mount --bind "$1" "$1"
    mount --rbind /proc "$1/proc"
    mount --rbind /dev "$1/dev"
    mount -o remount,bind,ro "$1"
    exec chroot --userspec=10001:10001 "${@:1:1}" /usr/bin/env -i --chdir=/app "${@:2}"' - "$root" "${image_env[@]}" "$@"
}

# Migrates, serves until it is ready, takes a payment in test mode, and stops it as an orchestrator does.
take_payment() {
  local settings=(DATABASE_URL="$DATABASE_URL" MASTER_KEY="$(openssl rand -base64 32)" PORT=14000 METRICS_PORT=19100
    DRAIN_SECONDS=1 PUBLIC_URL=http://localhost:14000) api=http://127.0.0.1:14000/api/v1 program merchant key payment
  (inside sh -c '! touch /app/file /tmp/file 2>/dev/null')
  (inside "${settings[@]}" $1 migrate)
  inside "${settings[@]}" $1 serve &
  program=$!
  for _ in $(seq 60); do
    if curl -sf http://127.0.0.1:19100/readyz; then break; fi
    sleep 1
  done
  curl -sf http://127.0.0.1:14000/ >/dev/null
  curl -sf http://127.0.0.1:19100/metrics | grep causeway_build_info
  merchant=$(inside "${settings[@]}" $1 merchants create --name Trial --email trial@example.com --json | field merchant_id)
  key=$(inside "${settings[@]}" $1 keys create --merchant "$merchant" --env test --json | field key)
  payment=$(post "$key" "$api/payments" '{"amount":"49.99","currency":"USD"}' | field payment_id)
  post "$key" "$api/payments/$payment/simulate" '{"outcome":"complete"}' | grep -o '"status":"completed"'
  kill -TERM "$program"
  wait "$program"
}

field() { sed -nE "s/.*\"$1\": *\"([^\"]+)\".*/\1/p" | head -n 1; }
post() { curl -sf "$2" -H "Authorization: Bearer $1" -H 'Content-Type: application/json' -d "$3"; }

echo '== base' && { has localhost/debian || make_base; }
echo '== node' && { has localhost/node:24 || make_node; }
echo '== image' && make_image
echo '== try it' && try_image
