import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { checkPicture, checkSound, type OpenDevice, openDevice } from './capture-checks.ts';
import { bad, type CheckId, type Finding, type Findings, good } from './finding.ts';
import { checkNetwork } from './network-checks.ts';
import { playAndListen } from './speaker-check.ts';

export interface SelfTest {
  readonly findings: Findings;
  /** Those that are under way. */
  readonly running: ReadonlySet<CheckId>;
  readonly begun: boolean;
  /** Every check has been made. */
  readonly done: boolean;
  /** Of the microphone, while it listens: 0 to 1. */
  readonly level: number;
  /** The tone was played; anyone who hears it says so. */
  readonly asksForTone: boolean;
  start(): void;
  playTone(): void;
  answerTone(heard: boolean): void;
}

const ALL: readonly CheckId[] = ['camera', 'microphone', 'socket', 'udp', 'tcp', 'turn'];

/** Runs the checks: those of the network at once, those of devices one after the other, the speaker on request. */
export function useSelfTest(video: RefObject<HTMLVideoElement | null>): SelfTest {
  const [findings, setFindings] = useState<Findings>({});
  const [running, setRunning] = useState<ReadonlySet<CheckId>>(new Set());
  const [begun, setBegun] = useState(false);
  const [level, setLevel] = useState(0);
  const [asksForTone, setAsksForTone] = useState(false);
  const devices = useRef(new Set<OpenDevice>());
  /** Grows with each start, and when the page is left: what an earlier run still finds is dropped. */
  const run = useRef(0);

  const closeDevices = useCallback(() => {
    for (const device of devices.current) device.close();
    devices.current.clear();
  }, []);
  useEffect(
    () => () => {
      run.current++;
      closeDevices();
    },
    [closeDevices],
  );

  const found = (id: CheckId, finding: Finding) => {
    setFindings((before) => ({ ...before, [id]: finding }));
    setRunning((before) => new Set([...before].filter((other) => other !== id)));
  };

  const check = async (mine: number) => {
    const report = (id: CheckId, finding: Finding) => {
      if (mine === run.current) found(id, finding);
    };
    const device = async (
      kind: 'camera' | 'microphone',
      look: (track: MediaStreamTrack) => Promise<Finding>,
    ) => {
      const opened = await openDevice(kind);
      if (typeof opened === 'string') return report(kind, bad({ kind: 'capture', reason: opened }));
      if (mine !== run.current) return opened.close();
      devices.current.add(opened);
      const finding = await look(opened.track);
      const { label } = opened.track;
      report(kind, label ? { ...finding, figures: [...finding.figures, label] } : finding);
    };
    const network = checkNetwork(report);
    await device('camera', async (track) =>
      video.current ? await checkPicture(video.current, track) : bad({ kind: 'no-picture' }),
    );
    await device('microphone', (track) => checkSound(track, setLevel));
    await network;
    setLevel(0);
    if (mine === run.current) closeDevices();
  };

  const start = () => {
    closeDevices();
    setFindings({});
    setAsksForTone(false);
    setRunning(new Set(ALL));
    setBegun(true);
    void check(++run.current);
  };

  const playTone = () => {
    setRunning((before) => new Set([...before, 'speaker' as const]));
    const mine = run.current;
    void playAndListen().then((heard) => {
      if (mine !== run.current) return;
      if (heard) found('speaker', good('↺'));
      else {
        setRunning((before) => new Set([...before].filter((id) => id !== 'speaker')));
        setAsksForTone(true);
      }
    });
  };

  const answerTone = (heard: boolean) => {
    setAsksForTone(false);
    found('speaker', heard ? good() : bad({ kind: 'not-heard' }));
  };

  return {
    findings,
    running,
    begun,
    done: begun && running.size === 0 && ALL.every((id) => findings[id] !== undefined),
    level,
    asksForTone,
    start,
    playTone,
    answerTone,
  };
}
