import { z } from 'zod';
import { withCodeWords } from './code-words';

/** What a value of an enumeration is on the wire. */
export type WireCode = number | string | boolean;
/** `[code, label]` pairs by name: the one place where a number or letter of the wire gets its Chinese word. */
type EnumSpec = Record<string, readonly [code: WireCode, label: string]>;

export interface EnumOption<C extends WireCode> {
  code: C;
  name: string;
}

/**
 * Declares an enumeration once: `defineEnum('vehicleStatus', { available: [0, '可用'] })`.
 * `e.available` is the wire code, `e.options` feeds select boxes and `getDictionary`, `e.label(code)` the table cell and the
 * exported sheet, `e.schema` validates input. An unknown code's label is the raw code, so new codes never hide a value.
 */
export function defineEnum<const S extends EnumSpec>(typeCode: string, spec: S) {
  type Code = S[keyof S][0];
  // values of the spec are its pairs
  const pairs = Object.values(spec) as ReadonlyArray<readonly [Code, string]>;
  const labels = new Map<WireCode, string>(pairs.map(([code, label]) => [code, label]));
  // a spec without a value makes no sense
  const codes = pairs.map(([code]) => code) as [Code, ...Code[]];
  // built of the keys that the type lists
  const values = Object.fromEntries(Object.entries(spec).map(([name, [code]]) => [name, code])) as {
    readonly [K in keyof S]: S[K][0];
  };
  const options: ReadonlyArray<EnumOption<Code>> = pairs.map(([code, label]) => ({ code, name: label }));
  return {
    ...values,
    typeCode,
    codes,
    options,
    schema: withCodeWords(z.literal(codes), options),
    label: (code: WireCode | null | undefined): string =>
      code === null || code === undefined ? '--' : (labels.get(code) ?? String(code)),
  };
}

/** The union of wire codes of an enumeration: `EnumCode<typeof vehicleStatus>`. */
export type EnumCode<E extends { codes: readonly unknown[] }> = E['codes'][number];
