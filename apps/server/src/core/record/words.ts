import { labelOf } from '@tongda/contract/base/dictionary/calls';
import { keysOf } from '@tongda/contract/core/keys';
import type { Masks } from './audit';

/** How the fields of a register read in its change history. */
export interface Wording<F extends string> {
  labels: Readonly<Record<F, string>>;
  /** dictionary of the fields whose value is a code */
  dicts?: Readonly<Partial<Record<F, string>>>;
  /** kind of record that a field points at: `{ orgId: 'org' }` */
  refs?: Readonly<Partial<Record<F, string>>>;
  /** fields with words of their own */
  own?: Readonly<Partial<Record<F, (value: unknown) => string>>>;
  /** over the words where a change is written: words of `fieldsInWords` are whole */
  masks?: Masks<F>;
}

/** Where a field does not read by itself (conditions of a rule, stops of a route): the words of all fields from the whole record. */
export interface OwnWording {
  labels: Readonly<Record<string, string>>;
  wordsOf: (
    fields: Readonly<Record<string, unknown>>,
    names: ReadonlyMap<string, string>,
  ) => Partial<Record<string, string>>;
  masks?: Masks;
}

/** The fields in words: codes by dictionary, ids by `names` (`<kind> <id>` → name). */
export function fieldsInWords<F extends string>(
  fields: Readonly<Record<string, unknown>>,
  wording: Wording<F> | OwnWording,
  names: ReadonlyMap<string, string>,
): Partial<Record<F, string>> {
  if ('wordsOf' in wording) return wording.wordsOf(fields, names);
  const { labels, dicts, refs, own } = wording;
  const word = (field: F, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '';
    const special = own?.[field];
    if (special) return special(value);
    if (typeof value === 'boolean') return value ? '是' : '否';
    const kind = refs?.[field];
    // of a list those that are still there
    if (kind && Array.isArray(value)) return value.flatMap((id) => names.get(`${kind} ${String(id)}`) ?? []).join('、');
    if (kind) return names.get(`${kind} ${String(value)}`) ?? String(value);
    const dict = dicts?.[field];
    // a field with a dictionary holds its codes: `inputs` and the table let nothing else through
    const codeWord = (code: unknown): string => (dict ? labelOf(dict, code as number) : String(code));
    return Array.isArray(value) ? [...value].sort().map(codeWord).join('、') : codeWord(value);
  };
  const words: Partial<Record<F, string>> = {};
  for (const field of keysOf(labels)) words[field] = word(field, fields[field]);
  return words;
}
