import type { ItemRow } from '@tongda/contract/resources/item-profile/calls';
import { itemForm, itemLayout } from '@tongda/contract/resources/item-profile/calls';
import { itemChannels } from '@tongda/contract/resources/item-profile/channels';

/** A number as engineers write the ids of items: `E1`, `0023`. */
export const hexWord = (value: number, digits = 2): string => value.toString(16).toUpperCase().padStart(digits, '0');

/** The item, and the part of it that a value is in. */
export const placeWords = ({ item, part, layout }: ItemRow): string => {
  if (part === null) return hexWord(item);
  if (layout === itemLayout.maskWords || layout === itemLayout.maskTags) return `${hexWord(item)} 位${part}`;
  if (layout === itemLayout.commaText) return `${hexWord(item)} 第${part}个逗号后`;
  if (layout === itemLayout.wordIdNested) return `${hexWord(item)}-${hexWord(part, 8)}`;
  return `${hexWord(item)}-${hexWord(part, layout === itemLayout.byteIdFirst ? 2 : 4)}`;
};

/** How a value is worked out of its bytes: `2字节 ×0.1 -50`. */
export function formulaWords({ form, bit, bits, factor, plus }: ItemRow): string {
  const cut = bit === null ? '' : bits === 1 ? `位${bit}` : `位${bit}~${bit + bits - 1}`;
  return [
    itemForm.label(form),
    cut,
    factor === 1 ? '' : `×${factor}`,
    plus === 0 ? '' : `${plus > 0 ? '+' : ''}${plus}`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** What a value is: its channel, or what it means where it has none. */
export function targetWords({ to, no, noAt, layout, meaning, unit }: ItemRow): string {
  if (to === null) return `${meaning}${unit ? `（${unit}）` : ''}，仅说明`;
  const { label, unit: ofChannel, most } = itemChannels[to];
  const which =
    most === 1 ? '' : noAt !== null ? '（路号在数据中）' : layout === itemLayout.list ? `${no}起依次` : String(no);
  return `${label}${which}${ofChannel ? ` ${ofChannel}` : ''}`;
}
