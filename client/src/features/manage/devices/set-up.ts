import { callApi, createItem } from '#client/api/call-api.ts';
import { AppError } from '#protocol/app-error.ts';
import { iri } from '#protocol/rest/field.ts';
import type { Serial } from '#protocol/serial.ts';
import type { Device } from './device.ts';

/** What a kiosk is set up with, once. */
export interface SetUpDevice {
  readonly id: string;
  readonly serialPrinted: string;
  readonly name: string;
  readonly secret: string;
  /** Holds the secret: shown and copied, and no link that an address bar would keep. */
  readonly setupLink: string;
}

/** Of a device that is added, or gets a new secret. */
export type SetUpResult =
  | { readonly kind: 'done'; readonly device: SetUpDevice }
  | { readonly kind: 'failed'; readonly serial: Serial; readonly error: Error };

export type FailedSetUp = Extract<SetUpResult, { readonly kind: 'failed' }>;

/** The answer that shows a new secret. */
export function setUpOf({ id, serialPrinted, name, secret, setupLink }: Device): SetUpDevice {
  if (secret === undefined || setupLink === undefined) throw new AppError('internal-error');
  return { id, serialPrinted, name, secret, setupLink };
}

export interface NewDevices {
  readonly serials: readonly Serial[];
  /** Of a single one. */
  readonly name: string;
  /** Empty: where the server puts it by default. */
  readonly customerId: string;
  readonly onProgress: (done: number) => void;
}

/** Adds devices, and says of each how it went. */
export const addDevices = ({ serials, name, customerId, onProgress }: NewDevices) =>
  oneByOne(
    serials,
    (serial) => ({
      serial,
      ask: () =>
        createItem('devices', {
          serialNumber: serial.long,
          ...(serials.length === 1 && name !== '' && { name }),
          ...(customerId !== '' && { customer: iri('customers', customerId) }),
        }),
    }),
    onProgress,
  );

/** Gives devices new secrets, which ends their sign-ins, and says of each how it went; once aborted, the rest keep theirs. */
export const renewSecrets = (
  devices: readonly Device[],
  onProgress: (done: number) => void,
  signal: AbortSignal,
) =>
  oneByOne(
    devices,
    ({ id, serialLong, serialPrinted }) => ({
      serial: { long: serialLong, printed: serialPrinted },
      ask: () => callApi('devices.renewSecret', { parameters: { id } }),
    }),
    onProgress,
    signal,
  );

interface Asking {
  readonly serial: Serial;
  /** The answer has the secret. */
  readonly ask: () => Promise<Device>;
}

/** The result keeps each success, also when others fail. Once the server does not answer, the rest is not tried. */
async function oneByOne<Subject>(
  subjects: readonly Subject[],
  askingOf: (subject: Subject) => Asking,
  onProgress: (done: number) => void,
  signal?: AbortSignal,
): Promise<readonly SetUpResult[]> {
  const results: SetUpResult[] = [];
  let unanswered: Error | null = null;
  for (const subject of subjects) {
    if (signal?.aborted) break;
    const { serial, ask } = askingOf(subject);
    if (unanswered) {
      results.push({ kind: 'failed', serial, error: unanswered });
      continue;
    }
    try {
      results.push({ kind: 'done', device: setUpOf(await ask()) });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      results.push({ kind: 'failed', serial, error });
      if (!(error instanceof AppError)) unanswered = error;
    }
    onProgress(results.length);
  }
  return results;
}
