import { terminalSearch } from '@tongda/contract/core/field/terminal-number';
import { normalizePlate } from '@tongda/contract/resources/vehicle/fields';
import { type RawBuilder, sql } from 'kysely';
import { likePattern } from '../../../../core/record/options';

/** Shortest text, in characters, that a trigram index can find; a shorter one is looked for in every row. */
const indexedLength = 3;
const isIndexed = (text: string): boolean => [...text].length >= indexedLength;

/**
 * Condition that the plate of `vehicle as v` contains one of the texts. Like the other conditions here it does not check scope: the query around it
 * does. The migration explains at `vehicles_with_plate` why functions are used.
 */
export function hasPlate(plates: readonly string[]): RawBuilder<boolean> {
  const patterns = plates.map(likePattern);
  return plates.every(isIndexed)
    ? sql<boolean>`v.id in (select vehicles_with_plate(${patterns}::text[]))`
    : sql<boolean>`v.plate_no like any(${patterns}::text[])`;
}

/** Condition that the remark of `vehicle as v` contains the text. */
export const hasRemark = (text: string): RawBuilder<boolean> =>
  isIndexed(text)
    ? sql<boolean>`v.id in (select vehicles_with_remark(${likePattern(text)}))`
    : sql<boolean>`v.remark_no ilike ${likePattern(text)}`;

/** Condition for pickers: the text is in the plate, the remark or the number of the present terminal. */
export function hasWord(word: string): RawBuilder<boolean> {
  const plate = normalizePlate(word);
  if (!isIndexed(plate)) {
    return sql<boolean>`(v.plate_no like ${likePattern(plate)} or v.remark_no ilike ${likePattern(word)}
      or v.id in (select vehicles_with_terminal(${likePattern(terminalSearch(word))})))`;
  }
  return sql<boolean>`v.id in (select vehicles_with_plate(${[likePattern(plate)]}::text[])
    union select vehicles_with_remark(${likePattern(word)}) union select vehicles_with_terminal(${likePattern(terminalSearch(word))}))`;
}
