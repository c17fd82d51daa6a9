import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { Bus } from '#platform/bus/bus.ts';
import { createLocalBus } from '#platform/bus/local.ts';
import { createLog } from '#platform/log.ts';
import { AppError } from '#protocol/app-error.ts';
import type { InstallationId, ServerId } from '#protocol/ids.ts';
import { eventually } from '#server/testing/eventually.ts';
import { setUpTestDatabase } from '#server/testing/test-database.ts';
import { type Installation, readInstallation } from './installation.ts';
import { joinOneInstallation, type OneInstallation } from './one-installation.ts';

const log = createLog({ name: 'test', level: 'silent' });
const installation = (): Installation => ({ id: randomUUID() as InstallationId, database: '1/2' });

describe('servers on one bus', () => {
  const joined: OneInstallation[] = [];
  afterEach(() => {
    for (const one of joined.splice(0)) one.close();
  });
  const join = async (bus: Bus, of: Installation, startedAt = Date.now()) => {
    const met: Error[] = [];
    const serverId = randomUUID() as ServerId;
    const onForeign = (error: Error) => met.push(error);
    joined.push(await joinOneInstallation({ bus, installation: of, serverId, startedAt, log, onForeign }));
    return met;
  };

  it('work together where they are of one installation', async () => {
    const bus = createLocalBus();
    const own = installation();
    const met = [await join(bus, own), await join(bus, own), await join(bus, { ...own, database: null })];
    expect(met.flat()).toEqual([]);
  });

  it('refuse one of another installation, and of the same one with a restored database', async () => {
    const bus = createLocalBus();
    const own = installation();
    const met = await join(bus, own);
    await expect(join(bus, installation())).rejects.toThrow('another installation');
    await expect(join(bus, { ...own, database: '1/3' })).rejects.toThrow('another database');
    expect(met).toEqual([]);
  });

  it.each(['older', 'younger'])(
    'give way as the one that came later, if the %s comes to the bus first',
    async (first) => {
      const bus = createLocalBus();
      // It was away when they asked who is there.
      const away: Bus = Object.assign(Object.create(bus), {
        request: async () => {
          throw new AppError('bus-unavailable');
        },
      });
      const [one, other] = first === 'older' ? [1_000, 2_000] : [2_000, 1_000];
      const met = [await join(away, installation(), one), await join(away, installation(), other)];
      await eventually(() =>
        expect(met.map(({ length }) => length)).toEqual(first === 'older' ? [0, 1] : [1, 0]),
      );
    },
  );
});

describe('an installation', () => {
  const database = setUpTestDatabase();

  it('has one id in its database, and tells that database from every other one', async () => {
    const own = await readInstallation(database.db);
    expect(await readInstallation(database.db)).toEqual(own);
    expect(own.database).toMatch(/^\d+\/\d+$/);
  });
});
