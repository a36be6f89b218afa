import { labelOf } from '@tongda/contract/base/dictionary/calls';

/** How the fields of a register read in its change history. */
export interface Wording<F extends string> {
  labels: Readonly<Record<F, string>>;
  /** dictionary of the fields whose value is a code */
  dicts?: Readonly<Partial<Record<F, string>>>;
  /** kind of record that a field points at: `{ orgId: 'org' }` */
  refs?: Readonly<Partial<Record<F, string>>>;
  /** fields with words of their own */
  own?: Readonly<Partial<Record<F, (value: unknown) => string>>>;
}

/** The fields in words: codes by dictionary, ids by `names` (`<kind> <id>` → name). */
export function inWords<F extends string>(
  fields: Readonly<Record<string, unknown>>,
  wording: Wording<F>,
  names: ReadonlyMap<string, string>,
): Partial<Record<F, string>> {
  const { labels, dicts, refs, own } = wording;
  const word = (field: F, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '';
    const special = own?.[field];
    if (special) return special(value);
    if (typeof value === 'boolean') return value ? '是' : '否';
    const kind = refs?.[field];
    if (kind) return names.get(`${kind} ${String(value)}`) ?? String(value);
    const dict = dicts?.[field];
    if (Array.isArray(value)) {
      const codes = [...value].sort();
      return codes.map((code) => (dict ? labelOf(dict, code as number) : String(code))).join('、');
    }
    return dict ? labelOf(dict, value as number) : String(value);
  };
  const words = (Object.keys(labels) as F[]).map((field) => [field, word(field, fields[field])] as const);
  return Object.fromEntries(words) as Partial<Record<F, string>>;
}
