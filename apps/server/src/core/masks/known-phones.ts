import type { RawBuilder } from 'kysely';
import type { StoredTable } from '../db/rows';
import { extension } from '../run/extension';

/** Where a register (table alias `t`) has phone numbers. A form that was filled from it by a picker may send them back masked. */
export interface PhoneSource {
  table: StoredTable;
  phone: RawBuilder<unknown>;
  /** a list within the row whose elements each have a number */
  each?: RawBuilder<unknown>;
}

/** All registers with phone numbers; each module adds its own. */
export const knownPhones = extension<PhoneSource>();
