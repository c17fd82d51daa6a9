/** What a page really receives, read from its peer connections by `getStats` and not from what the page says. */
export interface ReceivedMedia {
  /** Decoded frames of each video track that is received, by track id. */
  readonly frames: Readonly<Record<string, number>>;
  /** Sum of `totalAudioEnergy` over all received audio. */
  readonly audioEnergy: number;
  /** Sum of `totalSamplesDuration` over all received audio, in seconds. */
  readonly audioSeconds: number;
  /** `local-remote` candidate types of the pairs in use, e.g. `host-host` or `relay-relay`. */
  readonly routes: readonly string[];
}

declare global {
  interface Window {
    readonly __peerConnections: readonly RTCPeerConnection[];
  }
}

/** A page in which a function can be run; Playwright's, or a Firefox's. */
export interface Evaluates {
  evaluate<Result>(work: () => Result | Promise<Result>): Promise<Result>;
}

/** Keeps every peer connection that a page makes where `receivedMedia` finds it. Runs in the page, before its own code. */
export function keepPeerConnections(): void {
  const kept: RTCPeerConnection[] = [];
  Object.defineProperty(window, '__peerConnections', { value: kept });
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      kept.push(this);
    }
  };
}

export const receivedMedia = (page: Evaluates): Promise<ReceivedMedia> =>
  page.evaluate(async () => {
    const kept = window.__peerConnections;
    const frames: Record<string, number> = {};
    const routes: string[] = [];
    let audioEnergy = 0;
    let audioSeconds = 0;
    for (const connection of kept) {
      if (connection.connectionState !== 'connected') continue;
      const report = await connection.getStats();
      for (const stats of report.values()) {
        if (stats.type === 'inbound-rtp' && stats.kind === 'video') {
          frames[`${kept.indexOf(connection)}:${stats.trackIdentifier}`] = stats.framesDecoded ?? 0;
        }
        if (stats.type === 'inbound-rtp' && stats.kind === 'audio') {
          audioEnergy += stats.totalAudioEnergy ?? 0;
          audioSeconds += stats.totalSamplesDuration ?? 0;
        }
        if (stats.type === 'transport' && stats.selectedCandidatePairId) {
          const pair = report.get(stats.selectedCandidatePairId);
          const local = report.get(pair.localCandidateId);
          const remote = report.get(pair.remoteCandidateId);
          routes.push(`${local.candidateType}-${remote.candidateType}`);
        }
      }
    }
    return { frames, audioEnergy, audioSeconds, routes };
  });
