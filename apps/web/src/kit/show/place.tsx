import { none } from './format';
import { Nothing } from './nothing';

/** How far from the seat of its district a place lies, as the offline places say it. */
const fromSeat = /\(距.?中心(?<far>[\d.]+)(?<unit>公里|米)(?<way>[东南西北]+)\)$/u;

/** The city of a district (区): many cities have a 城中区 or 鼓楼区, while a county's name stands alone. */
const cityOfDistrict = /^(?<city>[^(市]{2,4})市(?=[^(市县]{1,5}区)/u;
/** The prefecture before a county or a city of its own; no name has more than 12 signs. */
const prefecture = /^[^(]{1,12}?(?:市|自治州|地区|盟)(?=[^(])/u;
/** The province before everything else. */
const province = /^[^(]{1,9}?(?:省|自治区)/u;

/**
 * A place in the few characters that a list has for it: the own site where the line names one (上海莘庄配送中心，上海市…), else the county, or the city with its
 * district: 广东省汕尾市海丰县(距县中心16.0公里西南) → 海丰县西南 16.0 km, 青海省西宁市城中区 → 西宁城中区. The whole line belongs into the hint.
 */
export function shortPlace(line: string): string {
  const [first = '', ...address] = line.split('，');
  if (address.length > 0) return first;
  const inProvince = first.replace(province, '');
  const inCity = inProvince.replace(cityOfDistrict, '$<city>');
  const district = inCity === inProvince ? inProvince.replace(prefecture, '') : inCity;
  // in the form that own sites have
  const { far, unit, way } = fromSeat.exec(district)?.groups ?? {};
  return far ? district.replace(fromSeat, `${way} ${far} ${unit === '米' ? 'm' : 'km'}`) : district;
}

/** A place in a list, the whole line in its hint. */
export const Place = ({ line }: { line: string }) =>
  line === '' || line === none ? <Nothing /> : <span title={line}>{shortPlace(line)}</span>;
