import { maskOf } from '@tongda/contract/core/field/hidden';
import type { FieldMask } from '@tongda/contract/core/field/hidden-kinds';
import { isMasked, maskPhone } from '@tongda/contract/core/field/mask';

export type Masks = ReadonlySet<FieldMask>;
type Record_ = Record<string, unknown>;

const isPlain = (value: unknown): value is Record_ =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const numbers = /(?<!\d)1[3-9]\d{9}(?!\d)/gu;
const numbersAndUnits = /(\d[\d,]*(?:\.\d+)?)(\s*元)?/gu;
const hiddenSum = '***';
const withoutSums = (text: string): string =>
  text.replace(numbersAndUnits, (number, _figure, unit?: string) => (unit ? `${hiddenSum}${unit}` : number));

const maskedText = (text: string): string => (text === '' || isMasked(text) ? text : maskPhone(text));

/** What is shown in place of a hidden value; it keeps the shape of the value. */
function maskValue(kind: 'phone' | 'cost', value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => maskValue(kind, one));
  if (kind === 'phone') return typeof value === 'string' ? maskedText(value) : value;
  if (typeof value === 'number') return null;
  return typeof value === 'string' && value !== '' ? hiddenSum : value;
}

/** Whether a value is a line of a change history, which has the old and the new value as texts. */
const isChange = (value: Record_): value is { field: string; before: unknown; after: unknown } =>
  typeof value.field === 'string' && 'before' in value && 'after' in value;

function maskChangeLine(masks: Masks, line: Record_ & { field: string; before: unknown; after: unknown }): Record_ {
  const kind = maskOf(line.field.split('.').at(-1) ?? '');
  const text = (value: unknown): unknown => {
    if (typeof value !== 'string' || value === '') return value;
    if (kind !== null && masks.has(kind)) return maskValue(kind, value);
    const noNumbers = masks.has('phone') ? value.replace(numbers, maskPhone) : value;
    return masks.has('cost') ? withoutSums(noNumbers) : noNumbers;
  };
  return { ...line, before: text(line.before), after: text(line.after) };
}

/**
 * Removes what the caller's roles hide from an answer, a row of an export or a history: costs become null, phone numbers keep their first three and last four
 * digits. This is the only place where fields are hidden; `route` and the runner of exports send everything through it.
 */
export function hideMaskedFields<T>(masks: Masks, value: T): T {
  // walk keeps the shape; a masked field stays within the type that the contract declares for it
  return masks.size === 0 ? value : (maskDeep(masks, value) as T);
}

function maskDeep(masks: Masks, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => maskDeep(masks, one));
  if (!isPlain(value)) return value;
  if (isChange(value)) return maskChangeLine(masks, value);
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => {
      const kind = maskOf(field);
      return [field, kind !== null && masks.has(kind) ? maskValue(kind, inner) : maskDeep(masks, inner)];
    }),
  );
}
