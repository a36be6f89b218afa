import { dictionaries } from '@tongda/contract/base/dictionary/calls';
import { programAnswers } from '@tongda/contract/company/openapi/answers';
import type { DocField, InterfaceDoc } from '@tongda/contract/company/openapi/calls';
import type { FieldNote } from '@tongda/contract/company/openapi/interfaces';
import { type CodeWord, codeWordsKey } from '@tongda/contract/core/code-words';
import type { Endpoint } from '@tongda/contract/core/endpoint';
import { patterns } from '@tongda/contract/core/field/patterns';
import { menuList } from '@tongda/contract/shell/menus';
import { type JsonSchema, jsonSchemaOf } from '../../../core/http/json-schema';
import type { Offered } from './catalogue';
import { fieldDicts, fieldWords } from './field-words';
import { samplesOf } from './samples';

interface Schema extends JsonSchema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  default?: unknown;
  /** what the codes mean */
  [codeWordsKey]?: readonly CodeWord[];
}

const typeWords: Record<string, string> = {
  string: '文本',
  integer: '整数',
  number: '数字',
  boolean: '是/否',
  array: '列表',
  object: '对象',
};

/** The schema of a field without its null alternative, and whether it had one. */
function withoutNull(schema: Schema): { schema: Schema; nullable: boolean } {
  const parts = schema.anyOf ?? schema.oneOf;
  if (!parts) return { schema, nullable: false };
  const real = parts.filter(({ type }) => type !== 'null');
  const nullable = real.length < parts.length;
  const [only] = real;
  if (only && real.length === 1)
    return {
      schema: { ...only, default: schema.default, [codeWordsKey]: only[codeWordsKey] ?? schema[codeWordsKey] },
      nullable,
    };
  // codes of an enumeration, or a choice of shapes
  const codes = real.flatMap((part) => part.enum ?? (part.const === undefined ? [] : [part.const]));
  if (codes.length >= real.length) return { schema: { type: real[0]?.type, enum: codes }, nullable };
  return { schema: real.find(({ properties, items }) => properties || items) ?? real[0] ?? {}, nullable };
}

const isMachineText = (pattern: string): boolean => pattern.length > 60;

function ruleOf(schema: Schema, nullable: boolean, dict: string | undefined): string {
  const words: string[] = [];
  const codes = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
  const names = schema[codeWordsKey] ?? (dict === undefined ? undefined : dictionaries.get(dict)?.options) ?? [];
  const shown = codes.length > 0 ? codes : names.map(({ code }) => code);
  if (shown.length > 0)
    words.push(
      shown
        .map((code) => {
          const name = names.find((option) => option.code === code)?.name;
          return name && name !== String(code) ? `${String(code)} ${name}` : String(code);
        })
        .join('、'),
    );
  const { minimum, maximum, minLength, maxLength, maxItems, pattern } = schema;
  const isBound = (value: number | undefined): value is number =>
    value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  if (isBound(minimum) && isBound(maximum)) words.push(`${minimum}~${maximum}`);
  else if (isBound(minimum) && minimum !== 0) words.push(`不小于 ${minimum}`);
  else if (isBound(maximum)) words.push(`不大于 ${maximum}`);
  if (maxLength !== undefined) words.push(`最多${maxLength}个字符`);
  else if (minLength !== undefined && minLength > 1) words.push(`至少${minLength}个字符`);
  if (maxItems !== undefined) words.push(`最多${maxItems}项`);
  if (pattern !== undefined && !isMachineText(pattern)) words.push(wordsOfPattern(pattern));
  if (schema.default !== undefined && typeof schema.default !== 'object')
    words.push(`默认 ${schema.default === '' ? '空' : String(schema.default)}`);
  if (nullable) words.push('可为 null');
  return words.join('；');
}

function wordsOfPattern(pattern: string): string {
  if (pattern === '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$') return 'YYYY-MM-DD HH:mm:ss';
  if (pattern === '^\\d{4}-\\d{2}-\\d{2}$') return 'YYYY-MM-DD';
  if (pattern === '^\\d{1,19}$') return '数字编号';
  return Object.values(patterns).find(({ regex }) => regex.source === pattern)?.message ?? pattern;
}

/** One line for each field of a schema, nested fields below theirs with a greater depth. Titles come from `titles`, or from the list in `field-words`. */
function fieldsOf(shape: Schema, titles: ReadonlyMap<string, { label: string; dict?: string }>): DocField[] {
  const lines: DocField[] = [];
  const walk = (schema: Schema, depth: number, above: string): void => {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const { schema: field, nullable } = withoutNull(property);
      const known = titles.get(name);
      const type = [field.type].flat()[0] ?? (field.properties ? 'object' : 'string');
      const inner = field.items ? withoutNull(field.items).schema : field;
      const path = `${above}${name}`;
      lines.push({
        name,
        path,
        depth,
        label: known?.label ?? fieldWords[name] ?? '',
        type: typeWords[type] ?? type,
        required: schema.required?.includes(name) ?? false,
        rule: ruleOf(
          field.items && !inner.properties ? { ...inner, maxItems: field.maxItems } : field,
          nullable,
          known?.dict ?? fieldDicts[name],
        ),
      });
      walk(inner, depth + 1, `${path}.`);
    }
  };
  walk(shape, 0, '');
  return lines;
}

/** The right that the calling account needs, in Chinese words. */
function rightWordsOf({ access }: Endpoint): string {
  if (access === 'public') return '无需登录';
  if (access === 'session') return '登录即可';
  const names = [access.menu]
    .flat()
    .map((id) => menuList.find((menu) => menu.id === id)?.name ?? String(id))
    .join('或');
  return access.label ? `菜单“${names}”的“${access.label}”按钮` : `菜单“${names}”`;
}

const docs = new Map<string, ReturnType<typeof docOf>>();

/** Documentation of an interface (address, right, fields, example), made from its endpoint. What is the same for everybody is computed once for each interface. */
export function describeInterface(one: Offered, origin: string) {
  const known = docs.get(one.key) ?? docOf(one);
  docs.set(one.key, known);
  const { endpoint, example } = one;
  return {
    ...known,
    url: `${origin}${endpoint.path}`,
    example: JSON.stringify(example, null, 2),
    samples: samplesOf({ method: endpoint.method, origin, path: endpoint.path, body: example }),
  };
}

/** The answers that a program gets, with the words of staff for this interface in place of the product's own. */
export const answersWithNotes = (notes: readonly FieldNote[]): InterfaceDoc['errors'] =>
  programAnswers.map(({ key, text, cases, ...answer }) => ({
    key,
    ...answer,
    text: notes.find(({ side, path }) => side === 'errors' && path === key)?.note ?? text,
    cases: [...cases],
  }));

/** Fields with the words of staff in place of the product's own. */
export function withNotes<D extends { params: DocField[]; result: DocField[] }>(
  doc: D,
  notes: readonly FieldNote[],
): D {
  if (notes.length === 0) return doc;
  const noted = (side: 'params' | 'result'): DocField[] =>
    doc[side].map((field) => ({
      ...field,
      label: notes.find((one) => one.side === side && one.path === field.path)?.note ?? field.label,
    }));
  return { ...doc, params: noted('params'), result: noted('result') };
}

function docOf({ endpoint, columns }: Offered) {
  const titles = new Map(columns.map(({ value, label, dict }) => [value, { label, dict }]));
  return {
    right: rightWordsOf(endpoint),
    params: fieldsOf(jsonSchemaOf(endpoint.input, 'input'), titles),
    result: fieldsOf(jsonSchemaOf(endpoint.output, 'output'), titles),
  };
}
