import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { ConsoleLink } from '#client/features/manage/shell/console-link.tsx';
import { CellBadge, CellDot } from '#client/features/manage/table/cell-signs.tsx';
import { type ManageColumn, TIME } from '#client/features/manage/table/manage-column.ts';
import { CellTime } from '#client/ui/short-time.tsx';
import type { Device } from './device.ts';
import { LastSeen } from './device-words.tsx';

/** The columns of the list of devices; the same array as long as the language is, and what is shown. */
export function useDeviceColumns(withCustomer: boolean): readonly ManageColumn<Device>[] {
  const { t } = useLingui();
  return useMemo(
    (): readonly ManageColumn<Device>[] => [
      {
        id: 'serial',
        label: t`Serial number`,
        main: true,
        width: 165,
        sortBy: 'serialPrinted',
        exported: { field: 'serialPrinted' },
        cell: ({ id, serialPrinted }) => (
          <ConsoleLink to={`/manager/devices/${id}`}>{serialPrinted}</ConsoleLink>
        ),
      },
      {
        id: 'name',
        label: t`Name`,
        width: 170,
        sortBy: 'name',
        exported: { field: 'name' },
        cell: ({ name }) => name,
        empty: ({ name }) => name === '',
      },
      {
        id: 'state',
        label: t`State`,
        width: 105,
        sortBy: 'state',
        exported: { field: 'state', words: { ENABLED: t`Enabled`, DISABLED: t`Disabled` } },
        cell: ({ state }) => (
          <CellBadge tone={state === 'ENABLED' ? 'success' : 'neutral'}>
            {state === 'ENABLED' ? t`Enabled` : t`Disabled`}
          </CellBadge>
        ),
      },
      {
        id: 'online',
        label: t`Connection`,
        width: 110,
        exported: { field: 'online', words: { true: t`Online`, false: t`Offline` } },
        cell: ({ online }) => (
          <span>
            <CellDot tone={online ? 'success' : 'neutral'} /> {online ? t`Online` : t`Offline`}
          </span>
        ),
      },
      {
        id: 'lastSeen',
        label: t`Last seen`,
        width: 168,
        time: true,
        sortBy: 'lastSeen',
        exported: { field: 'seen', words: { online: t`Online now`, '': t`Never` } },
        cell: (device) => <LastSeen {...device} />,
      },
      ...(withCustomer
        ? [
            {
              id: 'customer',
              label: t`Customer`,
              width: 150,
              exported: { field: 'customerName' },
              cell: ({ customerName }: Device) => customerName,
              empty: ({ customerName }: Device) => !customerName,
            },
          ]
        : []),
      {
        id: 'registered',
        label: t`Registered`,
        ...TIME,
        ...(withCustomer && { hidden: true }),
        sortBy: 'registered',
        exported: { field: 'registered' },
        cell: ({ registered }) => <CellTime time={registered} />,
      },
      {
        id: 'serialLong',
        label: t`Serial number, long form`,
        width: 260,
        hidden: true,
        exported: { field: 'serialLong' },
        cell: ({ serialLong }) => serialLong,
      },
    ],
    [t, withCustomer],
  );
}
