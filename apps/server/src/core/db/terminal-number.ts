import { type RawBuilder, sql } from 'kysely';

/** SQL of `terminalForm` for a number that is kept without leading zeros (`phone_key`); null stays null. */
export const terminalFormSql = (digits: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`lpad(${digits}, greatest(12, length(${digits})), '0')`;
