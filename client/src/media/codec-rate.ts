/** kbit/s of the codecs that know one rate only (RFC 3551, 4.5). */
const ONE_RATE: Readonly<Record<string, number>> = { g722: 64, pcma: 64, pcmu: 64 };

/**
 * What a sender may be limited to: below the one rate of such a codec browsers refuse the limit, and with it everything
 * set or negotiated at the same time.
 *
 * @param bandwidth kbit/s
 * @param mimeType as in `audio/PCMU`; undefined: not known
 * @returns bit/s
 */
export const maxBitrateOf = (bandwidth: number, mimeType: string | undefined): number =>
  1000 * Math.max(bandwidth, ONE_RATE[mimeType?.split('/')[1]?.toLowerCase() ?? ''] ?? 0);
