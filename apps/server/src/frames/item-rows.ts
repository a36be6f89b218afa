import { type ItemRow, itemForm, itemLayout } from '@tongda/contract/resources/item-profile/calls';
import { itemChannels } from '@tongda/contract/resources/item-profile/channels';
import { type RowFault, rowFault, wholeRow } from '@tongda/protocol/items/described';
import { ItemReaders } from '@tongda/protocol/items/registry';
import type { ItemTable } from './items';

const hex = (value: number, digits = 2): string => value.toString(16).toUpperCase().padStart(digits, '0');

/** An item and the part of it, as people write them: `E1`, `EB-0023`. */
const placeOf = ({ item, part, layout }: ItemRow): string =>
  part === null
    ? hex(item)
    : `${hex(item)}-${hex(part, layout === itemLayout.wordLengthFirst ? 4 : layout === itemLayout.wordIdNested ? 8 : 2)}`;

/** A row as the history of a profile says it: `E3 4字节 第1字节起1字节 → 电池电量`. */
export function rowWords(row: ItemRow): string {
  const { length, at, form, bit, bits, factor, plus, to, no, meaning } = row;
  const where = `${placeOf(row)} ${length === 0 ? '不定长' : `${length}字节`} 第${at}字节起${itemForm.label(form)}`;
  const sum = [factor === 1 ? '' : `×${factor}`, plus === 0 ? '' : `${plus > 0 ? '+' : ''}${plus}`].join('');
  const target = to === null ? meaning || '仅说明' : `${itemChannels[to].label}${no === 1 ? '' : no}`;
  return `${where}${bit === null ? '' : ` 位${bit}${bits === 1 ? '' : `~${bit + bits - 1}`}`}${sum} → ${target}`;
}

const faultWords: Readonly<Record<RowFault['why'], (row: ItemRow) => string>> = {
  part: ({ layout }) =>
    layout === itemLayout.fixed || layout === itemLayout.list
      ? '这种结构没有子项，请清空子项'
      : layout === itemLayout.maskWords || layout === itemLayout.maskTags
        ? '子项应为掩码位0~7'
        : '请填写子项编号',
  beyond: ({ length }) => `取值超出了长度为${length}字节的数据`,
  channel: ({ to }) => (to === null ? '路号应为1~32' : `${itemChannels[to].label}的路号应为1~${itemChannels[to].most}`),
  form: () => '文本通道只能按文本取值',
  bits: () => '取位超出了取值的字节，或文本不能取位',
  record: () => '重复记录须填写每条的字节数',
  bounds: () => '最小值大于最大值',
};

/** What is wrong with the rows of a profile, the first of it; null when nothing is. */
export function rowsFault(rows: readonly ItemRow[]): string | null {
  const seen = new Set<string>();
  for (const [i, row] of rows.entries()) {
    const which = `第${i + 1}行（${placeOf(row)}）`;
    const fault = rowFault(row);
    if (fault) return `${which}${faultWords[fault.why](row)}`;
    if (row.to === null && row.meaning === '') return `${which}没有通道，请填写含义`;
    const key = [placeOf(row), row.layout, row.length, row.to ?? row.meaning, row.no].join(' ');
    if (seen.has(key)) return `${which}与前面一行写入同一通道`;
    seen.add(key);
    const mixed = rows.find(
      ({ item, layout }) =>
        item === row.item && layout !== row.layout && (layout !== itemLayout.fixed || row.layout !== itemLayout.fixed),
    );
    if (mixed) return `${which}同一数据项只能有一种结构`;
  }
  return null;
}

/** Rows as they are stored, with what they leave out. */
export const wholeRows = (rows: readonly ItemRow[]): ItemRow[] =>
  rows.map((row) => {
    const { none, absent, ...rest } = wholeRow(row);
    return { ...rest, none: [...none], absent: [...absent] };
  });

/** A profile as it is stored: its code, what it is based on, its rows. */
export interface StoredProfile {
  name: string;
  base: string;
  rows: readonly ItemRow[];
}

/** What items mean by these profiles, which are called so. */
export const itemTable = (profiles: readonly StoredProfile[], names: ItemTable['names']): ItemTable => ({
  readers: new ItemReaders(profiles),
  names,
});

/** Whether reports can be read by these profiles: none of them is based on itself, or on one that is not there. */
export function isReadable(profiles: readonly StoredProfile[]): boolean {
  try {
    new ItemReaders(profiles);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
