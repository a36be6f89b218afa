import type { Endpoint } from '@tongda/contract/core/endpoint';
import { z } from 'zod';

interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  minItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  pattern?: string;
  minLength?: number;
  minimum?: number;
  maximum?: number;
  default?: unknown;
}

/** Texts of which one fits nearly every pattern of the contract. */
const texts = [
  '2026-11-20 08:00:00',
  '2026-11-20',
  '13800138000',
  '021-52341234',
  '沪A12345',
  'a'.repeat(64),
  'abc123',
  '测试名称',
  'A1',
  '08:00',
  '1',
  'vehicle asc',
];

/** Whether a field names records by their ids. */
export const isIdName = (name: string): boolean => /^(?:id|ids|[a-z][A-Za-z]*Ids?)$/u.test(name);

/** The input schema of a call as JSON schema. */
const schemaOf = (e: Endpoint): Schema => z.toJSONSchema(e.input, { io: 'input', unrepresentable: 'any' }) as Schema;

/** Names of the id fields that a call takes at the top of its input; required ones, or when there are none the optional ones. */
export function idFields(e: Endpoint): { names: string[]; required: boolean } {
  const { properties = {}, required = [] } = schemaOf(e);
  const all = Object.keys(properties).filter(isIdName);
  const needed = all.filter((name) => required.includes(name));
  return needed.length > 0 ? { names: needed, required: true } : { names: all, required: false };
}

/** Names of all fields at the top of a call's input. */
export const fieldNames = (e: Endpoint): string[] => Object.keys(schemaOf(e).properties ?? {});

/** An input that fits the schema as far as a schema can say, with `id` in every id field that `idFields` names. */
export function sampleInput(e: Endpoint, id: string): unknown {
  const { names } = idFields(e);
  return sampleOf(schemaOf(e), '', { id, wants: (name, inner) => !inner && names.includes(name), values: {} });
}

/** An input with every field that the schema knows, `id` in those of ids; fields of these names hold `values` instead, wherever they stand. */
export function wholeInput(e: Endpoint, id: string, values: Readonly<Record<string, unknown>>): unknown {
  return sampleOf(schemaOf(e), '', { id, wants: () => true, values });
}

interface Wish {
  id: string;
  /** whether a field that may be left out is wanted; `inner`: it stands inside of another one */
  wants: (name: string, inner: boolean) => boolean;
  values: Readonly<Record<string, unknown>>;
}

function sampleOf(schema: Schema, name: string, wish: Wish): unknown {
  const { id } = wish;
  if (Object.hasOwn(wish.values, name)) return wish.values[name];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return sampleOf(parts.find((p) => p.type !== 'null' && p.const !== '') ?? {}, name, wish);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => sampleOf(part, name, wish)));
  const type = [schema.type].flat().find((t) => t !== 'null');
  if (type === 'array') return [sampleOf(schema.items ?? {}, name, wish)];
  if (type === 'object') {
    const wanted = Object.entries(schema.properties ?? {}).filter(
      ([key]) => schema.required?.includes(key) || wish.wants(key, name !== ''),
    );
    return Object.fromEntries(wanted.map(([key, value]) => [key, sampleOf(value, key, wish)]));
  }
  if (isIdName(name) && (type === 'string' || type === undefined)) return id;
  if (type === 'integer' || type === 'number') return Math.min(Math.max(schema.minimum ?? 1, 1), schema.maximum ?? 1e9);
  if (type === 'boolean') return false;
  if (schema.default !== undefined) return schema.default;
  const { pattern, minLength = 0 } = schema;
  const fits = texts.filter((text) => text.length >= minLength && (!pattern || new RegExp(pattern, 'u').test(text)));
  return fits.find((text) => pattern || text === '测试名称') ?? fits[0] ?? '测试';
}
