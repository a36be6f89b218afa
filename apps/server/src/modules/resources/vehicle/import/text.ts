import { normalPlate } from '@tongda/contract/resources/vehicle/fields';
import { type RawBuilder, sql } from 'kysely';
import { containing } from '../../../../core/record/options';

/** Shortest piece that a trigram index finds; what is shorter is looked for in every plate. */
const indexed = 3;
const long = (text: string): boolean => [...text].length >= indexed;

/** Conditions on the text of `vehicle as v`. Policy and scope of the query around them hold beside them; why they ask functions says the migration beside `vehicles_with_plate`. */
export function hasPlate(plates: readonly string[]): RawBuilder<boolean> {
  const patterns = plates.map(containing);
  return plates.every(long)
    ? sql<boolean>`v.id in (select vehicles_with_plate(${patterns}::text[]))`
    : sql<boolean>`v.plate_no like any(${patterns}::text[])`;
}

export const hasRemark = (text: string): RawBuilder<boolean> =>
  long(text)
    ? sql<boolean>`v.id in (select vehicles_with_remark(${containing(text)}))`
    : sql<boolean>`v.remark_no ilike ${containing(text)}`;

/** What a picker looks in: plate, remark and the number of the terminal that sits in the vehicle. */
export function hasWord(word: string): RawBuilder<boolean> {
  const plate = normalPlate(word);
  if (!long(plate)) {
    return sql<boolean>`(v.plate_no like ${containing(plate)} or v.remark_no ilike ${containing(word)}
      or v.id in (select vehicles_with_terminal(${containing(word)})))`;
  }
  return sql<boolean>`v.id in (select vehicles_with_plate(${[containing(plate)]}::text[])
    union select vehicles_with_remark(${containing(word)}) union select vehicles_with_terminal(${containing(word)}))`;
}
