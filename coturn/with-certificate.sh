#!/bin/sh
# Runs coturn with the certificate that Caddy obtains and renews for TURN_DOMAIN. Arguments are those of turnserver.
#
#   CERTIFICATES                where Caddy keeps them: one folder per authority, in it one per name
#   CERTIFICATE_CHECK_SECONDS   how often they are looked at
#
# Before there is one, coturn serves without TLS. A renewed one is loaded without ending a call. Ends as coturn ends.
set -eu

turnserver=
certificate=
watcher=
sleeping=

# If several authorities have issued one: the newest.
find_certificate() {
  certificate=$(ls -t "$CERTIFICATES"/*/"$TURN_DOMAIN/$TURN_DOMAIN.crt" 2>/dev/null | head -n 1)
}

key() {
  echo "${certificate%.crt}.key"
}

# Differs with each certificate; empty: there is none.
fingerprint() {
  [ -z "$certificate" ] || cat "$certificate" "$(key)" 2>/dev/null | cksum
}

start() {
  if [ -n "$certificate" ]; then
    turnserver "$@" --cert="$certificate" --pkey="$(key)" &
  else
    echo "There is no certificate for $TURN_DOMAIN yet: turns: isn't served" >&2
    turnserver "$@" &
  fi
  turnserver=$!
}

# Makes coturn load a renewed certificate, and ends it when it has to start with another file.
watch() {
  trap 'kill "$sleeping" 2>/dev/null; exit' TERM
  started=$certificate
  loaded=$(fingerprint)
  while [ "$certificate" = "$started" ]; do
    # In the background, so that a signal is heard at once.
    sleep "$CERTIFICATE_CHECK_SECONDS" &
    sleeping=$!
    wait "$sleeping" || true
    find_certificate
    current=$(fingerprint)
    if [ "$certificate" = "$started" ] && [ "$current" != "$loaded" ]; then
      echo "Loading the renewed certificate for $TURN_DOMAIN" >&2
      kill -USR2 "$turnserver"
      loaded=$current
    fi
  done
  kill -TERM "$turnserver"
}

trap 'kill -TERM "$watcher" "$turnserver" 2>/dev/null; wait "$turnserver" || true; exit 0' TERM INT

find_certificate
while :; do
  started=$certificate
  start "$@"
  watch &
  watcher=$!
  status=0
  wait "$turnserver" || status=$?
  kill -TERM "$watcher" 2>/dev/null || true
  find_certificate
  [ "$certificate" != "$started" ] || exit "$status"
  echo "Starting again with another certificate for $TURN_DOMAIN" >&2
done
