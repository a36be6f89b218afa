import type { Transaction } from 'kysely';
import type { DB } from '../generated/db-types';

/** An open transaction: the parameter of functions that write, or read what the same transaction wrote. */
export type Trx = Transaction<DB>;
