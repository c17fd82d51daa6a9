import type { MemberId, RoomId } from '#protocol/ids.ts';
import type { RoomListed } from '#protocol/sfu/contract.ts';
import type { MediaWorker } from './media-worker.ts';
import { isConnected } from './peer-transport.ts';
import type { Room } from './room.ts';

/** A server's claim to a room on this node. */
export interface Lease {
  readonly roomId: RoomId;
  readonly fence: number;
}

/** A room on a worker of this node, open or being opened, under a lease. */
export class Placement {
  readonly lease: Lease;
  readonly worker: MediaWorker;
  readonly opening: Promise<Room>;
  /** Lasting notices sent to each member. */
  readonly #noticesSent = new Map<MemberId, number>();
  #room: Room | undefined;

  constructor(lease: Lease, worker: MediaWorker, open: (placement: Placement) => Promise<Room>) {
    this.lease = lease;
    this.worker = worker;
    this.opening = open(this).then((room) => {
      this.#room = room;
      return room;
    });
  }

  /** Undefined until it is open. */
  get room(): Room | undefined {
    return this.#room;
  }

  get listed(): RoomListed {
    const members = (this.#room?.peers.all ?? []).map(({ memberId }) => ({
      memberId,
      noticesSent: this.#noticesSent.get(memberId) ?? 0,
    }));
    return { ...this.lease, members };
  }

  /** Whether someone has media here, or may have it once the room is open. */
  get isInUse(): boolean {
    return this.#room?.peers.all.some(({ transports }) => transports.some(isConnected)) ?? true;
  }

  countNotice(to: readonly MemberId[]): void {
    for (const memberId of to) this.#noticesSent.set(memberId, (this.#noticesSent.get(memberId) ?? 0) + 1);
  }

  forgetNotices(memberId: MemberId): void {
    this.#noticesSent.delete(memberId);
  }

  /** A room that is still being opened is closed as soon as it is there; one that fails to open needs no closing. */
  close(): void {
    if (this.#room) this.#room.close();
    else {
      this.opening.then(
        (room) => room.close(),
        () => {},
      );
    }
  }
}
