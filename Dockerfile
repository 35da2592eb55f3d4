# muster as an image: the published package, installed without scripts, run by a user without rights (docs/pipelines.md says how). Build:
#   docker build --build-arg VERSION=0.1.0 --tag muster .
# BASE pins the digest of the base image (BASE=node:24-slim@sha256:...) or names a copy of it; it was not known where this was written.
# `--secret id=npmrc,src=FILE` names a registry of your own, with its token; nothing of it stays in the image.
ARG BASE=node:24-slim
FROM ${BASE}

ARG VERSION

# Without Pulumi, an optional peer of the package: its command is not here either. npm leaves folders of its own behind.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    : "${VERSION:?names the version to install: --build-arg VERSION=0.1.0}" \
 && npm install --global --ignore-scripts --no-audit --no-fund "musterctl@$VERSION" \
 && npm cache clean --force \
 && rm -rf /root/.npm /tmp/node-compile-cache

# Group 0 may write where user 1000 (`node`) may: with `--user 1234` and no group, and on OpenShift, a user of any number is in that group.
RUN mkdir /work \
 && chown 1000:0 /work /home/node \
 && chmod 775 /work /home/node

# A container starts with an empty disk, as a runner does: with CI, an apply without recorded state is refused, and nothing asks.
ENV HOME=/home/node NODE_ENV=production CI=true
# A number: Kubernetes cannot see of a name that it is not root.
USER 1000
WORKDIR /work
# It starts, and what Node compiled for that is kept for user 1000.
RUN muster version
ENTRYPOINT ["muster"]
CMD ["help"]
