import { safetyName } from '@tongda/contract/watch/alarm/safety-names';

/** An alarm of active safety in a report. */
export interface SafetyItem {
  id: number;
  /** null: an item without types (tyres) */
  type: number | null;
  /** of the terminal's id in its identifier: the standards have other widths */
  idBytes: number;
}

/** Bytes of a terminal's id by T/GDRTA 002-2020. */
const GUANGDONG_ID_BYTES = 30;
const isOfGuangdong = ({ idBytes }: SafetyItem): boolean => idBytes === GUANGDONG_ID_BYTES;

/** Harsh driving, which texts of the standard after 2017 have. */
const DRIVING = 0x70;
/** Its last type whose first limit is an acceleration, in hundredths of g; of the others it is a speed. */
const LAST_OF_G = 3;

/** Which standard an alarm is by. */
export function safetyClause(item: SafetyItem): string {
  if (isOfGuangdong(item)) return 'T/GDRTA 002-2020';
  return item.id === DRIVING ? 'T/JSATL 12（2017版之后）' : 'T/JSATL 12-2017';
}

/** Numbers of an alarm that mean something else in each item and standard; null for the others. */
export function safetyWords(item: SafetyItem, field: string, value: number): string | null {
  if (field === 'type') {
    const name = safetyName(item.id, value, isOfGuangdong(item));
    return `0x${value.toString(16).toUpperCase().padStart(2, '0')}${name ? ` ${name}` : '（未定义）'}`;
  }
  if (field !== 'limit1') return null;
  return item.type !== null && item.type <= LAST_OF_G ? `${(value / 100).toFixed(2)} g` : `${value} km/h`;
}
