import type { RawBuilder } from 'kysely';
import { extension, onlyPart } from '../run/extension';

/** Says, as SQL, the name of the user with this id; null when nobody has it. The module of users adds it. */
export const userNames = extension<(id: RawBuilder<unknown>) => RawBuilder<string | null>>();

/** Name of the user with this id, inside of a query. */
export const nameOfUser = (id: RawBuilder<unknown>): RawBuilder<string | null> =>
  onlyPart(userNames, 'names of users')(id);
