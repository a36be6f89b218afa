import { none } from './format';

/** How far from the seat of its district a place lies, as the offline places say it. */
const fromSeat = /\(距.?中心(?<far>[\d.]+(?:公里|米))(?<way>[东南西北]+)\)$/u;

/**
 * A place in the few characters that a list has for it: the own site where the line names one (上海莘庄配送中心，上海市…), else the district, which tells places
 * apart: 广东省汕尾市海丰县(距县中心16.0公里西南) → 海丰县西南16.0公里. The whole line belongs into the hint.
 */
export function shortPlace(line: string): string {
  const [first = '', ...address] = line.split('，');
  if (address.length > 0) return first;
  const district = first.replace(/^.*?(?:省|自治区)/u, '').replace(/^[^(]*?(?:市|自治州|地区|盟)(?=[^(])/u, '');
  return district.replace(fromSeat, '$<way>$<far>');
}

/** A place in a list, the whole line in its hint. */
export const Place = ({ line }: { line: string }) =>
  line === '' ? none : <span title={line}>{shortPlace(line)}</span>;
