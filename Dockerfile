# muster as an image: the packed package, installed without scripts, run by a user without rights. Build:
#   docker build --build-arg VERSION=0.1.0 --tag muster .
# The digest of the base image is for whoever builds to pin (FROM node:24-slim@sha256:...): it was not known where this was written.
FROM node:24-slim

ARG VERSION
ENV NODE_ENV=production

RUN test -n "$VERSION" \
 && npm install --global --ignore-scripts --no-audit --no-fund "musterctl@$VERSION" \
 && npm cache clean --force \
 && mkdir /work \
 && chown node:node /work

USER node
WORKDIR /work
ENTRYPOINT ["muster"]
CMD ["help"]
