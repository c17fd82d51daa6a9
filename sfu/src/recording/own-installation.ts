import { Compile } from 'typebox/compile';
import type { Bus } from '#platform/bus/bus.ts';
import { AppError } from '#protocol/app-error.ts';
import type { InstallationId } from '#protocol/ids.ts';
import { INSTALLATION_ID_SUBJECT, InstallationIdReplySchema } from '#protocol/sfu/contract.ts';

const ASK_TIMEOUT_MS = 2_000;
const replies = Compile(InstallationIdReplySchema);

/** The installation that a media node works for. Its servers tell it once; what belongs to another installation is not touched. */
export class OwnInstallation {
  readonly #bus: Bus;
  #id: InstallationId | null = null;

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  /** Throws `service-unavailable` and `request-timeout` until a server has answered once. */
  async id(): Promise<InstallationId> {
    if (this.#id) return this.#id;
    const reply = await this.#bus.request(INSTALLATION_ID_SUBJECT, {}, { timeoutMs: ASK_TIMEOUT_MS });
    if (!replies.Check(reply)) throw new Error('the reply of the server names no installation');
    this.#id = reply.installationId;
    return this.#id;
  }

  /** What a server says with a request. Without effect once the installation is known. */
  learn(installationId: InstallationId): void {
    this.#id ??= installationId;
  }

  isOther(installationId: InstallationId): boolean {
    return this.#id !== null && this.#id !== installationId;
  }

  /** Null where no server has answered yet, for example because all of them are down. */
  async knownId(): Promise<InstallationId | null> {
    try {
      return await this.id();
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  }
}
