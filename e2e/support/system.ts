import { readSerial } from '#protocol/serial.ts';
import type { DemoAccounts } from '#server/demo/demo-accounts.ts';
import { type Credentials, callApiAs } from './api.ts';
import { until } from './until.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** A running product, and the people, the group and the device of one customer in it. */
export interface System {
  readonly url: string;
  readonly port: number;
  account(name: string): Credentials;
  readonly device: DemoAccounts['device'] & {
    /** Its serial as people read it. */
    readonly printed: string;
  };
  /** What an account reads from the API; the path begins below `/api/v1`. */
  read(name: string, path: string): Promise<unknown>;
  /** What the API answers to an account's change; undefined for an empty answer. */
  write(
    name: string,
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<unknown>;
  /** The newest mail to an address; waits until there is one. */
  mailTo(address: string): Promise<Mail>;
}

export const systemOf = (port: number, { accounts, device }: DemoAccounts): System => {
  const url = `http://localhost:${port}`;
  const account = (name: string): Credentials => {
    const found = accounts.find(({ mail }) => mail.startsWith(`${name}@`));
    if (!found) throw new Error(`No account ${name}`);
    return found;
  };
  const printed = readSerial(device.serial)?.printed;
  if (printed === undefined) throw new Error(`The device's serial is wrong: ${device.serial}`);
  return {
    url,
    port,
    account,
    device: { ...device, printed },
    read: (name, path) => callApiAs(url, account(name), 'GET', path),
    write: (name, method, path, body) => callApiAs(url, account(name), method, path, body),
    mailTo: (address) =>
      until(`a mail to ${address}`, async () => {
        const answer = await fetch(`${url}/dev/mailbox.json?to=${encodeURIComponent(address)}`);
        const mails = (await answer.json()) as Mail[];
        return mails[0];
      }),
  };
};
