import { expect, it } from 'vitest';
import { cellsOf } from './cells.ts';

it('writes a list of objects as what they have, in the words that were asked for', () => {
  const words = { email: 'E-mail address', 'mail-format': 'The format is wrong.', repeated: 'Repeated' };
  const cells = cellsOf('task_rows', [{ field: 'fields', words }], { timeZone: 'UTC', lang: 'en' });
  const fields = [
    { propertyPath: 'email', code: 'mail-format' },
    { propertyPath: 'nickname', code: 'repeated', row: 8 },
  ];
  expect(cells({ fields })).toEqual(['E-mail address: The format is wrong., nickname: Repeated: 8']);
  expect(cells({ fields: [] })).toEqual(['']);
});
