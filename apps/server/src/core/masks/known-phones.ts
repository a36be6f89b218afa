import type { RawBuilder } from 'kysely';
import type { StoredTable } from '../db/rows';
import { extension } from '../run/extension';

/** Where a register `t` keeps phone numbers that a form may hand back masked: a picker filled them in from there. */
export interface PhoneSource {
  table: StoredTable;
  phone: RawBuilder<unknown>;
  /** elements of a list of the row, of which each has a number */
  each?: RawBuilder<unknown>;
}

/** Every register with phone numbers; its module adds it where its routes are. */
export const knownPhones = extension<PhoneSource>();
