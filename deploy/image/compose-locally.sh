#!/usr/bin/env bash
# Pastes what docs/deploying.md says about Compose, on a machine that reaches no registry of images, and takes a first payment.
# Needs root, a Docker engine with Compose, Debian's debootstrap, and the images that build-locally.sh kept in the folder IMAGES.
# Postgres, Caddy, Prometheus and Alertmanager are Debian's, behind the names and habits of the images that compose.yaml names.
set -euo pipefail
cd "$(dirname "$0")/../.."

: "${IMAGES:?the folder that build-locally.sh kept its images in}"
work=$(mktemp -d)
trap 'leave' EXIT
docker() {
  if [ "$1" = compose ] && ! command docker compose version >/dev/null 2>&1; then docker-compose "${@:2}"; else command docker "$@"; fi
}
leave() {
  cd "$work/clone" 2>/dev/null && docker compose down --volumes >/dev/null 2>&1
  rm -rf "$work"
}

# Tags of the images that compose.yaml names.
image_of() { sed -nE "s/^ +image: (docker.io\/.*$1.*)/\1/p" compose.yaml; }

# One root for all four; each image says what it runs.
make_others() {
  local root=$work/others mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
  debootstrap --variant=minbase --include=postgresql,caddy,prometheus,prometheus-alertmanager bookworm "$root" "$mirror" >"$work/log" ||
    { tail "$work/log"; return 1; }
  rm -rf "$root"/usr/share/{doc,man,info,locale} "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/var/lib/postgresql/*
  start_postgres >"$root/start"
  chmod 755 "$root/start"
  chroot "$root" install -d -o nobody /prometheus /alertmanager
  make_one postgres postgres '"/start"'
  make_one caddy root '"env", "XDG_DATA_HOME=/data", "caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"'
  make_one prometheus nobody '"prometheus", "--config.file=/etc/prometheus/prometheus.yml", "--storage.tsdb.path=/prometheus"'
  make_one alertmanager nobody '"prometheus-alertmanager", "--config.file=/etc/alertmanager/alertmanager.yml", "--storage.path=/alertmanager"'
  rm -rf "$root"
}
make_one() { tar -C "$work/others" -c . | docker import --change "USER $2" --change "CMD [$3]" - "$(image_of "$1")" >/dev/null; }

# The first start makes the user and its database, which nobody reaches from outside meanwhile.
start_postgres() {
  cat <<'POSTGRES'
#!/bin/sh
set -e
export PGDATA=/var/lib/postgresql/data PATH=/usr/lib/postgresql/15/bin:$PATH
if [ ! -f $PGDATA/PG_VERSION ]; then
  initdb --auth-local=trust --auth-host=scram-sha-256 --encoding=UTF8 >/dev/null
  echo 'host all all all scram-sha-256' >>$PGDATA/pg_hba.conf
  pg_ctl --wait start -o '-c listen_addresses= -c unix_socket_directories=/tmp' >/dev/null
  psql -h /tmp -d postgres -c "create user $POSTGRES_USER superuser password '$POSTGRES_PASSWORD'" \
    -c "create database $POSTGRES_USER owner $POSTGRES_USER"
  pg_ctl --wait stop >/dev/null
fi
exec postgres -c listen_addresses='*'
POSTGRES
}

# The blocks of the guide's section, each as it stands there. Images are there already, and mail is none of this.
paste() {
  awk -v wanted="$1" '/^## An image/ {here=1; next} /^## / {here=0}
    here && /^```/ {if (open) open=0; else {open=1; block++}; next} here && open && block==wanted' docs/deploying.md |
    sed 's/ --build//; s/wallet create$/wallet create --yes/' >"$work/block"
  cat "$work/block"
  . "$work/block"
}
post() { curl -sf --insecure "$1" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d "$2"; }
until_so() {
  local tries
  for tries in $(seq 90); do if "$@" >/dev/null 2>&1; then return; fi; sleep 1; done
  echo "This did not become so: $*"; docker compose ps; docker compose logs --tail 20
  return 1
}
all_up() { [ "$(curl -sf 'http://127.0.0.1:9090/api/v1/query?query=up' | grep -o '"[01]"\]' | sort | uniq -c | tr -d ' "]\n')" = 21 ]; }

echo '== images'
buildah --root "$IMAGES" --runroot "$work/run" --storage-driver vfs push -q localhost/causeway "docker-archive:$work/image.tar:causeway:latest"
docker load -q <"$work/image.tar"
rm "$work/image.tar"
docker image inspect "$(image_of alertmanager)" >/dev/null 2>&1 || make_others
git clone -q . "$work/clone"
cd "$work/clone"
# Compose 1.29, which Debian 12 has, does not know it.
command docker compose version >/dev/null 2>&1 || sed -i '/create_host_path/d' compose.yaml

echo '== settings' && paste 1
echo '== start' && paste 2
until_so curl -sf --insecure https://localhost/readyz
echo '== first payment' && paste 3 | tee "$work/answer"
payment=$(sed -nE 's/.*"payment_id":"([^"]+)".*/\1/p' "$work/answer")
post "https://localhost/api/v1/payments/$payment/simulate" '{"outcome":"complete"}' | grep -o '"status":"completed"'
echo '== both kinds of process are measured' && until_so all_up
echo '== backup' && paste 4 && [ "$(head -c 5 causeway.dump)" = PGDMP ]
echo '== wallet'
eval "$(grep -m 1 'docker compose run --rm --no-deps' docs/alerts.md)"
paste 5
[ "$(stat -c %u wallet/wallet.json)" = 10001 ]
docker compose up --detach
echo '== restart' && docker compose restart
until_so curl -sf --insecure https://localhost/readyz
curl -sf --insecure "https://localhost/api/v1/payments/$payment" -H "Authorization: Bearer $KEY" | grep -o '"status":"completed"'
echo 'Compose serves, works, measures and keeps what was paid.'
