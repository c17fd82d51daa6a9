import { expect, it } from 'vitest';
import { exportedColumns } from './exported-columns.ts';
import type { ManageColumn } from './manage-column.ts';

const row = { name: 'A', owner: '/api/v1/users/1', ownerName: 'Aoi', created: '2026-01-01', state: 'OPEN' };
const column = (id: string, more: Partial<ManageColumn<typeof row>> = {}): ManageColumn<typeof row> => ({
  id,
  label: id.toUpperCase(),
  width: 100,
  cell: () => '',
  ...more,
});
const columns = [
  column('name', { main: true }),
  column('owner'),
  column('age', { sortBy: 'created' }),
  column('badge'),
  column('shown', { exported: { field: 'state', words: { OPEN: 'Open' } } }),
  column('state', { hidden: true }),
];

it('an export has the columns as shown, by the fields that stand for them', () => {
  expect(exportedColumns(columns, ['name', 'owner', 'age', 'badge', 'shown'], row)).toEqual([
    { field: 'name', heading: 'NAME' },
    { field: 'ownerName', heading: 'OWNER' },
    { field: 'created', heading: 'AGE' },
    { field: 'state', words: { OPEN: 'Open' }, heading: 'SHOWN' },
  ]);
});

it('an export follows the order that was chosen, and leaves out what is not shown', () => {
  const fields = exportedColumns(columns, ['state', 'owner', 'name'], row).map(({ field }) => field);
  expect(fields).toEqual(['state', 'ownerName', 'name']);
});
