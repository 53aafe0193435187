# One Node: the image's own. The lock file's (for machines with an older one) is removed.
FROM node:24-bookworm-slim AS build
WORKDIR /joinery
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN rm -rf node_modules/node-linux-* node_modules/.bin/node && npm run build
# What the running server never loads (docs/architecture.md, "What is installed"): what only the build and the tests need, and what
# packages bring along for others: Next's compiler and image optimizer, TypeScript and Playwright as peers, a Java program, source maps.
RUN npm prune --omit=dev --no-save \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node .next/cache tests bench docs \
  && rm -rf node_modules/@next/swc-* node_modules/sharp node_modules/@img node_modules/recheck-jar \
  && rm -rf node_modules/typescript node_modules/@typescript node_modules/playwright node_modules/playwright-core node_modules/@playwright \
  && find node_modules -name "*.map" -delete

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
