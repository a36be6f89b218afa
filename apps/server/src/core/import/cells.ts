import { dayMs } from '@tongda/contract/core/durations';

/** How the text of a cell becomes the value of a form's field. */

/** Why the text of a cell is not a valid value. */
export interface Wrong {
  fault: string;
}
export const isWrong = (value: unknown): value is Wrong =>
  typeof value === 'object' && value !== null && 'fault' in value;

/** A name that several records share. */
export const many = Symbol('several have this name');
/** Names (and other words) of records by id, by kind: `refs.org.get('上海部')`. */
export type Refs = Readonly<Record<string, ReadonlyMap<string, string | typeof many>>>;

/** `cells` are the texts of the same line, by field. */
export type CellReader = (text: string, refs: Refs, cells?: Readonly<Partial<Record<string, string>>>) => unknown;
interface Words {
  options: ReadonlyArray<{ code: unknown; name: string }>;
}

/** Turns full-width characters into plain ones: `９．６`, `2027－01－31`, `8：05`. */
const normaliseWidth = (text: string): string => text.normalize('NFKC');

/** 9600, 9,600.5; a comma that parts no thousands is a slip, not a number ten times as large */
export const asNumber: CellReader = (text) => {
  const said = normaliseWidth(text);
  return /^[-+]?(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d+)?$/u.test(said) && /\d/u.test(said)
    ? Number(said.replaceAll(',', ''))
    : { fault: '请输入数字' };
};

/** Day 0 of spreadsheets; a cell of the format “general” shows days since then. */
const sheetEpochMs = Date.UTC(1899, 11, 30);
/** 1954 to 2119: nothing else in a cell for a date has five digits. */
const daysSince = /^[2-7]\d{4}$/u;

/** 2027-1-3, 2027/01/03, 2027.1.3, 2027年1月3日, 20270103; a time behind it is left out */
export const asDate: CellReader = (text) => {
  const said = normaliseWidth(text);
  if (daysSince.test(said)) return new Date(sheetEpochMs + Number(said) * dayMs).toISOString().slice(0, 10);
  const parts =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T]+\d{1,2}:\d{2}(?::\d{2})?)?$/u.exec(said) ??
    /^((?:19|20)\d{2})(\d{2})(\d{2})$/u.exec(said);
  if (!parts) return { fault: '日期格式应为 2027-01-31' };
  return `${parts[1]}-${(parts[2] ?? '').padStart(2, '0')}-${(parts[3] ?? '').padStart(2, '0')}`;
};

/** 2027-1-3 8:05, 2027/01/03 08:05:00, 2027年1月3日 8:05 */
export const asDateTime: CellReader = (text) => {
  const parts = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?$/u.exec(
    normaliseWidth(text),
  );
  if (!parts) return { fault: '时间格式应为 2027-01-31 08:30' };
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '00'] = parts;
  const two = (n: string): string => n.padStart(2, '0');
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${minute}:${second}`;
};

const yes = new Set(['是', '有', '√', '✓', '对', 'Y', 'YES', 'TRUE']);
const no = new Set(['否', '无', '没有', '×', '✗', 'X', 'N', 'NO', 'FALSE']);
export const asYesNo: CellReader = (text) => {
  const said = normaliseWidth(text).toUpperCase();
  return yes.has(said) ? true : no.has(said) ? false : { fault: '应为：是、否' };
};

const optionNames = (e: Words): string => e.options.map((o) => o.name).join('、');

/** Endings that users add to a word or leave out without changing its meaning: 黄 and 黄色 and 黄牌, 冷藏 and 冷藏车, 收货 and 收货方. */
const padding = [...'色牌车方型类货式性', '用户'];

/** A word without the endings of `padding`; something of it always stays. */
function stemOf(word: string): string {
  let stem = normaliseWidth(word).toUpperCase();
  for (;;) {
    const ending = padding.find((one) => stem.endsWith(one) && stem.length > one.length);
    if (!ending) return stem;
    stem = stem.slice(0, -ending.length);
  }
}

/** The option that a text means: the one with this word or code, else the only one with the same stem. */
function findOption(e: Words, text: string): Words['options'][number] | undefined {
  const said = normaliseWidth(text).toUpperCase();
  const exact = e.options.find((o) => o.name.toUpperCase() === said || String(o.code) === text);
  if (exact) return exact;
  const answer = yes.has(said) ? '是' : no.has(said) ? '否' : null;
  const alike = e.options.filter((o) => o.name === answer || stemOf(o.name) === stemOf(text));
  return alike.length === 1 ? alike[0] : undefined;
}

/** One word of an enumeration, or its code. */
export const asCode =
  (e: Words): CellReader =>
  (text) => {
    const found = findOption(e, text);
    return found ? found.code : { fault: `应为：${optionNames(e)}` };
  };

/** One of a list of words. */
export const asWord = (words: readonly string[]): CellReader =>
  asCode({ options: words.map((name) => ({ code: name, name })) });

/** Several words of an enumeration. */
export const asCodes =
  (e: Words, what: string): CellReader =>
  (text) => {
    const codes: unknown[] = [];
    for (const word of text.split(/[、,，/\s]+/u).filter(Boolean)) {
      const found = findOption(e, word);
      if (!found) return { fault: `${what}“${word}”不正确，应为：${optionNames(e)}` };
      codes.push(found.code);
    }
    return codes;
  };

/** Two words that only together tell a record: a name that several have, and a phone number. */
export const joinWords = (one: string, other: string): string => `${one}\n${other}`;

/**
 * The name of another record; `hint` says what to write when several have it. A list that has the phone number beside it (in the field `beside`)
 * tells them apart by itself.
 */
export const asRef =
  (kind: string, what: string, hint: string, beside?: string): CellReader =>
  (text, refs, cells) => {
    const found = findRef(kind, text, refs, beside && cells?.[beside]);
    if (found === undefined) return { fault: `${what}“${text}”不存在` };
    return found === many ? { fault: `有多个${what}叫“${text}”，${hint}` } : found;
  };

/** The record that a name means, with what stands beside it where several have that name. */
export function findRef(kind: string, text: string, refs: Refs, beside: string | undefined) {
  const found = refs[kind]?.get(text);
  return found === many && beside ? (refs[kind]?.get(joinWords(text, beside)) ?? many) : found;
}
