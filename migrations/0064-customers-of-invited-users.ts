import { type Kysely, sql } from 'kysely';

/**
 * The customer of an invited user, for the lists of that customer's managers. An older server keeps working on it: it only adds a column, which
 * triggers keep. Pairs from before are looked through by the next migration.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
-- Of an invited user alone, and null where it is the owner's. No foreign key, which would read all pairs: it follows users.customer_id.
alter table pairs add column user_customer_id uuid;

create or replace function set_pair_customers() returns trigger language plpgsql as $$
begin
  new.customer_id := customer_of_owner(new.owner_user_id, new.owner_device_id);
  if new.target_device_id is not null then
    new.device_customer_id := customer_of_owner(null, new.target_device_id);
  end if;
  if new.target_user_id is not null then
    new.user_customer_id := nullif(customer_of_owner(new.target_user_id, null), new.customer_id);
  end if;
  return new;
end $$;

create or replace function move_owned() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' then
    update pairs set customer_id = new.customer_id, user_customer_id =
        nullif((select customer_id from users where id = pairs.target_user_id), new.customer_id)
      where owner_user_id = new.id;
    update pairs set user_customer_id = nullif(new.customer_id, pairs.customer_id) where target_user_id = new.id;
    update groups set customer_id = new.customer_id where owner_user_id = new.id;
  else
    update pairs set customer_id = new.customer_id, user_customer_id =
        nullif((select customer_id from users where id = pairs.target_user_id), new.customer_id)
      where owner_device_id = new.id;
    update pairs set device_customer_id = new.customer_id where target_device_id = new.id;
    update groups set customer_id = new.customer_id where owner_device_id = new.id;
  end if;
  return null;
end $$;
`.execute(db);
}

export const indexes = {
  pairs_user_customer: 'on pairs (user_customer_id, id) where user_customer_id is not null',
};
