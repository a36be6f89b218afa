import type { CellReader } from '../../../core/import/cells';
import { divisionOf, fullyNamedOf } from './place-names';

const unknown = '没有这个省市区，应如 江苏省苏州市姑苏区';

/** Letters at the start of a text that are those of a name, which may be shortened there. */
function restAfter(name: string, text: string): string {
  const until = [...name].findIndex((letter, i) => text[i] !== letter);
  return text.slice(until < 0 ? name.length : until).replace(/^[\s,，/-]+/u, '');
}

/** A text that calls its start a province: 火星省…; not a house of a province in some street: 人民路省医院, 城东省立医院. */
const likeProvince =
  /^(?:\p{sc=Han}{1,2}[^路街道巷弄口门桥里旁侧边村镇乡区县市]省(?![医立图博体农级直委政])|\p{sc=Han}{1,5}[^路街道巷弄口门桥里旁侧边村镇乡区县市]自治区)/u;

/** A text that calls its start a city: 苏洲市…; not 新发地市场, 联华超市, 万达城市广场, 西花市大街. */
const likeCity =
  /^([^\P{sc=Han}路街道巷弄村镇乡]{1,2}[^\P{sc=Han}路街道巷弄村镇乡超门夜早菜花集城都灯]市)(?![场政民立口部大街路巷])/u;

/** The corps of 新疆 founds a city every other year: one of two or three letters that the borders do not know yet may be new. */
const foundsCities = '新疆维吾尔自治区';

/**
 * Why a text cannot stand in front of or for 省市区; '' when it can. Refused is only what names a province that there is none of, or after its province
 * another one or a city that lies elsewhere or nowhere: streets, markets and new areas are called after anything. Call `loadGeocoder` first.
 */
function areaFault(text: string): string {
  const found = divisionOf(text);
  if (!found) return likeProvince.test(text) ? unknown : '';
  if (found.level !== 'province') return '';
  const rest = restAfter(found.name, text);
  const named = fullyNamedOf(rest, found.adcode);
  const [, city = ''] = likeCity.exec(rest) ?? [];
  if (named)
    return named.adcode.startsWith(found.adcode.slice(0, 2))
      ? ''
      : `${found.name}没有“${named.own}”，应如 ${named.name}`;
  return city === '' || found.name === foundsCities ? '' : `${found.name}没有“${city}”，应如 江苏省苏州市姑苏区`;
}

/** Reads 省市区: a division, or an area whose people call it one (雄安新区). */
export const asArea: CellReader = (text) => {
  const nameless = !divisionOf(text) && !/(?:新区|开发区)$/u.test(text);
  const fault = nameless ? unknown : areaFault(text);
  return fault === '' ? text : { fault };
};

/** Reads an address that may begin with 省市区. */
export const asAddress: CellReader = (text) => {
  const fault = areaFault(text);
  return fault === '' ? text : { fault };
};
