import { sql } from 'kysely';

/** What a task of `tasks` does to what, as the API and the list of what needs attention name it: `users delete`. */
export const taskName = sql<string>`tasks.resource || ' ' || case
  when tasks.undoes is not null then 'undo'
  when tasks.action = 'merge' and jsonb_exists(tasks.body, 'customer') and tasks.body - 'customer' = '{}' then 'move'
  else tasks.action end`;
