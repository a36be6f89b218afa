/**
 * Codes of faults that a vehicle's own diagnosis tells (DTC). The first letter names the system, the next two figures who defined the code and what part of the
 * system it is about (SAE J2012 / ISO 15031-6); of other texts no more is known than themselves.
 */

/** Subject of the alarm for a code: the code behind this prefix. */
const prefix = 'dtc:';
export const faultCodeSubject = (code: string): string => prefix + code;
/** The code of an alarm's subject; null = the alarm is not about a code. */
export const faultCodeOf = (subject: string): string | null =>
  subject.startsWith(prefix) ? subject.slice(prefix.length) : null;

/** So many codes of one report are looked at, and so many characters of each: more is no list of faults. */
const mostCodes = 30;
const longest = 20;

/** The codes of a terminal's text (`P0301,U0100`), in upper case, each once, in the order of the alphabet. */
export function readFaultCodes(text: string): string[] {
  const codes = text
    .toUpperCase()
    .split(/[^0-9A-Z/.-]/u)
    .filter((code) => code !== '' && code.length <= longest);
  return [...new Set(codes)].sort().slice(0, mostCodes);
}

const systems: Readonly<Record<string, string>> = { P: '动力', C: '底盘', B: '车身', U: '通信' };
/** What of the engine and gearbox a code is about, by its third character. */
const ofPower: Readonly<Record<string, string>> = {
  0: '燃油与进气、辅助排放',
  1: '燃油与进气',
  2: '喷油回路',
  3: '点火与失火',
  4: '辅助排放控制',
  5: '车速、怠速与辅助输入',
  6: '控制单元与输出',
  7: '变速箱',
  8: '变速箱',
  9: '变速箱',
  A: '混合动力',
  B: '混合动力',
  C: '混合动力',
};

/** Letter of the system that a code belongs to: P, C, B or U; '' = the code is not of this kind. */
export const faultSystem = (code: string): string => (/^[PCBU][0-3][0-9A-F]{3}$/u.test(code) ? code.charAt(0) : '');

/** Whether the maker of the vehicle defined a code: P1xxx and P30xx to P33xx, and C, B and U with a 1 or 2. */
const isOfMaker = (code: string): boolean => /^(?:P1|P3[0-3]|[CBU][12])/u.test(code);

/** What a code is about in words: 动力系统：点火与失火; '' where the code says no more than itself. */
export function faultCodeWords(code: string): string {
  const system = systems[faultSystem(code)];
  if (!system) return '';
  if (isOfMaker(code)) return `${system}系统（厂家定义）`;
  const part = code.startsWith('P') ? ofPower[code.charAt(2)] : undefined;
  return part ? `${system}系统：${part}` : `${system}系统`;
}
