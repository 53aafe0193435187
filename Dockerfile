FROM node:24-bookworm-slim
# The certificates and the sandbox of apps' server functions.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates bubblewrap && rm -rf /var/lib/apt/lists/*
WORKDIR /joinery
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build
ENV DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK CMD node -e "fetch('http://localhost:3000/api/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"
CMD ["npm", "start"]
