import type { Transaction } from 'kysely';
import type { DB } from '../generated/db-types';

/** An open transaction: what a function takes that writes, or reads what the same transaction wrote. */
export type Trx = Transaction<DB>;
