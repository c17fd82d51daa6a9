# One image for the server and for media nodes: `node server/src/main.ts` by default, `node sfu/src/main.ts` for a node.

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Not `npm ci`: see scripts/bootstrap.mjs.
RUN npm install --no-save

# mediasoup's prebuilt worker, or else one that is built here against Debian's libraries.
FROM packages AS worker
COPY tsconfig.base.json tsconfig.json ./
COPY scripts ./scripts
RUN node scripts/media-worker.ts /mediasoup-worker

FROM packages AS client
COPY . .
RUN npm run build && node scripts/write-commit.ts

FROM packages AS runtime-packages
# No embedded PostgreSQL and no Node of its own: the container has both.
RUN rm -rf node_modules && npm install --no-save --omit=dev --omit=optional

FROM node:24.21.0-bookworm-slim
# What a worker that was built here is linked to; the prebuilt one brings everything. FFmpeg and the font make films of recordings.
RUN apt-get update \
  && apt-get install -y --no-install-recommends libabsl20220623 libsrtp2-1 libssl3 libuv1 \
    ffmpeg fonts-ipafont-gothic \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o node -g node /data
WORKDIR /app
COPY --from=worker /mediasoup-worker /usr/local/bin/mediasoup-worker
COPY --from=runtime-packages /app/node_modules ./node_modules
# The client, and the commit that the image was made from.
COPY --from=client /app/dist ./dist
COPY package.json CHANGELOG.md ./
COPY protocol ./protocol
COPY platform ./platform
COPY migrations ./migrations
COPY server ./server
COPY sfu ./sfu
# What operators run: the first administrator, backup and restore.
COPY scripts ./scripts
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  DATA_DIR=/data \
  MEDIASOUP_WORKER_BIN=/usr/local/bin/mediasoup-worker
USER node
VOLUME /data
EXPOSE 3000
CMD ["node", "server/src/main.ts"]
