# syntax=docker/dockerfile:1
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
# What a second's views keep in memory would otherwise be moved about by several collections of garbage in that second.
ENV NODE_ENV=production \
    NODE_OPTIONS=--max-semi-space-size=64 \
    DATA_DIR=/data
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Nothing of what runs is compiled at install, so no package needs a script of its own.
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force
COPY --from=build /app/dist ./dist
# A new volume takes the owner of what it covers.
RUN mkdir --parents /data/covers && chown --recursive node:node /data
VOLUME /data
USER node
EXPOSE 8080
# Liveness, not readiness: a node whose database is away goes on by itself and must not be restarted for it.
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s --start-interval=2s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is process 1, so that it hears SIGTERM; npm would not pass it on.
CMD ["node", "--import", "./dist/server/tracing.js", "dist/server/main.js"]
