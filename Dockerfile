# One Node: the image's own. The lock file's (for machines with an older one) is removed.
FROM node:24-bookworm-slim AS build
WORKDIR /joinery
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN rm -rf node_modules/node-linux-* node_modules/.bin/node && npm run build && npm prune --omit=dev --no-save \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node .next/cache tests bench docs

FROM node:24-bookworm-slim
# The certificates, and the sandbox of apps' server functions.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates bubblewrap && rm -rf /var/lib/apt/lists/*
WORKDIR /joinery
# Owned by who runs it: the server keeps compiled code and bundles in .next.
COPY --from=build --chown=node:node /joinery ./
ENV DATA_DIR=/data
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://localhost:${process.env.PORT || 3000}/api/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Without npm in between, so that a stop reaches the server.
CMD ["node", "src/doors/start.mjs"]
