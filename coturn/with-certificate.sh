#!/bin/sh
# Runs coturn with the certificate that Caddy obtains and renews for TURN_DOMAIN. Arguments are those of turnserver.
#
#   CERTIFICATES                where Caddy keeps them: one folder per authority, in it one per name
#   CERTIFICATE_CHECK_SECONDS   how often they are looked at
#
# Before there is one, coturn serves without TLS. A renewed one is loaded without ending a call.
set -eu

turnserver=
certificate=
loaded=
sleeping=

# Of the newest, if several authorities have issued one.
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
  find_certificate
  loaded=$(fingerprint)
  if [ -n "$certificate" ]; then
    turnserver "$@" --cert="$certificate" --pkey="$(key)" &
  else
    echo "There is no certificate for $TURN_DOMAIN yet: turns: isn't served" >&2
    turnserver "$@" &
  fi
  turnserver=$!
}

stop() {
  kill -TERM "$sleeping" 2>/dev/null || true
  kill -TERM "$turnserver" 2>/dev/null || true
  wait "$turnserver" || true
}

trap 'stop; exit 0' TERM INT

start "$@"
while kill -0 "$turnserver" 2>/dev/null; do
  # In the background, so that a signal is heard at once.
  sleep "$CERTIFICATE_CHECK_SECONDS" &
  sleeping=$!
  wait "$sleeping" || true
  before=$certificate
  find_certificate
  if [ -n "$certificate" ] && [ "$(fingerprint)" != "$loaded" ]; then
    if [ "$before" = "$certificate" ]; then
      echo "Loading the renewed certificate for $TURN_DOMAIN" >&2
      kill -USR2 "$turnserver"
      loaded=$(fingerprint)
    else
      echo "Starting again with a certificate for $TURN_DOMAIN" >&2
      stop
      start "$@"
    fi
  fi
done
wait "$turnserver"
