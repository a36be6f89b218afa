import type { CellReader } from '../../../core/import/cells';
import { divisionOf } from './place-names';

/** Letters at the start of a text that are those of a name, which may be shortened there. */
function restAfter(name: string, text: string): string {
  const until = [...name].findIndex((letter, i) => text[i] !== letter);
  return text.slice(until < 0 ? name.length : until).trim();
}

/**
 * Why a text is no 省市区; '' when it is one. It begins with a division of the country, and a city after its province lies in it. With `street` an address
 * may follow, so that only what calls itself a province or a city is looked at. Call `loadGeocoder` first.
 */
function areaFault(text: string, street = false): string {
  const found = divisionOf(text);
  if (!found)
    return street && !/^\p{sc=Han}{2,8}?(?:省|自治区)/u.test(text) ? '' : '没有这个省市区，应如 江苏省苏州市姑苏区';
  if (found.level !== 'province') return '';
  const rest = restAfter(found.name, text);
  if (rest === '') return '';
  const elsewhere = divisionOf(rest);
  if (elsewhere?.level === 'county') return '';
  const [city] = /^\p{sc=Han}{1,8}?(?:市|自治州|地区|盟)/u.exec(rest) ?? [];
  if (!elsewhere && street && !city) return '';
  return `${found.name}没有“${city ?? rest}”，应如 ${elsewhere?.name ?? '江苏省苏州市姑苏区'}`;
}

/** Reads 省市区. */
export const asArea: CellReader = (text) => {
  const fault = areaFault(text);
  return fault === '' ? text : { fault };
};

/** Reads an address that may begin with 省市区. */
export const asAddress: CellReader = (text) => {
  const fault = areaFault(text, true);
  return fault === '' ? text : { fault };
};
