import { maskedPhone } from '@tongda/contract/core/field/hidden';
import type { z } from 'zod';

/** Values of a form by field name; nested ones by `a.b`. */
export type Values = Record<string, unknown>;

export const pathOf = (name: string): string[] => name.split('.');

export function valueAt(values: unknown, name: string): unknown {
  let at: unknown = values;
  for (const key of pathOf(name)) {
    if (typeof at !== 'object' || at === null) return undefined;
    // checked above to be an object
    at = (at as Values)[key];
  }
  return at;
}

/** A copy of `values` with one field replaced. */
export function withValue(values: Values, name: string, value: unknown): Values {
  const [first = '', ...rest] = pathOf(name);
  if (rest.length === 0) return { ...values, [first]: value };
  const inner = values[first];
  // checked to be an object
  const child = typeof inner === 'object' && inner !== null ? (inner as Values) : {};
  return { ...values, [first]: withValue(child, rest.join('.'), value) };
}

export const isBlankValue = (value: unknown): boolean => value === '' || value === null || value === undefined;

/** The rule of one field, when the schema is an object (refinements included) that has it. */
function ruleOf(schema: z.ZodType, name: string): z.ZodType | null {
  let at: unknown = schema;
  for (const key of pathOf(name)) {
    // schemas of objects have a shape, others have none
    const shape = (unwrapSchema(at) as { shape?: Record<string, unknown> } | null)?.shape;
    if (!shape?.[key]) return null;
    at = shape[key];
  }
  // what a shape holds is a schema
  return at as z.ZodType;
}
/** Looks through optional, nullable, default and pipe to the object inside. */
function unwrapSchema(schema: unknown): unknown {
  let at = schema;
  for (let depth = 0; depth < 8; depth++) {
    // wrapping schemas name the one inside by either field, others by none
    const def = (at as { def?: { innerType?: unknown; in?: unknown } } | null)?.def;
    const inner = def?.innerType ?? def?.in;
    if (!inner) return at;
    at = inner;
  }
  return at;
}

/** A field is required when leaving it out is refused. */
export function isRequired(schema: z.ZodType, name: string): boolean {
  const rule = ruleOf(schema, name);
  if (!rule) return false;
  return ![undefined, null, ''].some((nothing) => rule.safeParse(nothing).success);
}

/** Longest text that the field's rule takes, when it says one. */
export function maxLengthOf(schema: z.ZodType, name: string): number | undefined {
  // schemas of texts say their longest, others say nothing
  const inner = unwrapSchema(ruleOf(schema, name)) as { maxLength?: number | null } | null;
  return typeof inner?.maxLength === 'number' ? inner.maxLength : undefined;
}

/**
 * An emptied field as the schema wants it: null (cleared) where null is allowed, '' where an empty text is, otherwise left out.
 */
export function normaliseValues(schema: z.ZodType, values: Values, names: readonly string[]): Values {
  let result = values;
  for (const name of names) {
    const value = valueAt(values, name);
    if (!isBlankValue(value)) {
      if (typeof value === 'string') result = withValue(result, name, value.trim());
      continue;
    }
    const rule = ruleOf(schema, name);
    const nothing = rule ? [null, '', undefined].find((candidate) => rule.safeParse(candidate).success) : undefined;
    result = withValue(result, name, nothing);
  }
  return result;
}

/** How a sentence about a field names it. */
interface Wording {
  /** of an empty field: 请选择客户 */
  label: string;
  verb: string;
  /** of a field that is a table: headings of its columns by their names, so that the line and the cell are told (第2行重量) */
  cells?: Readonly<Record<string, string>>;
}

/** Replaces masked phone numbers by a valid one before the rule looks: users who may not see numbers send the masked ones back, and the server restores them. */
function withNumbers(value: unknown): unknown {
  if (typeof value === 'string') return maskedPhone.test(value) ? '13000000000' : value;
  if (Array.isArray(value)) return value.map(withNumbers);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withNumbers(inner)]));
}

/** The sentence of the schema for one field, or null. */
export function sentenceFor(schema: z.ZodType, values: Values, name: string, wording: Wording): string | null {
  const { label, verb, cells } = wording;
  if (isBlankValue(valueAt(values, name)) && isRequired(schema, name)) return `请${verb}${label}`;
  const parsed = schema.safeParse(withNumbers(values));
  if (parsed.success) return null;
  const issue = parsed.error.issues.find((found) => {
    const at = found.path.join('.');
    return at === name || at.startsWith(`${name}.`);
  });
  if (!issue) return null;
  const [line, cell] = issue.path.slice(pathOf(name).length);
  if (!cells || typeof line !== 'number') return issue.message;
  const heading = cells[String(cell)] ?? '';
  return `第${line + 1}行${issue.message.includes(heading) ? '' : heading}：${issue.message}`;
}
