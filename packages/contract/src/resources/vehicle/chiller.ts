/**
 * Where the running signal and the set point of a reefer come from, and the protocol of the unit (resources.md 1.5). These are notes for the people
 * who wire and repair: the readings themselves always come from the terminal's items.
 */
export const onSources = ['开关量', '冷机协议'] as const;
export const setSources = ['人工设定', '冷机协议'] as const;
/** The usual protocols; free text is allowed. */
export const chillerProtocols = ['开利', '冷王', '三菱重工', '凯雪'] as const;

export interface ChillerWire {
  onSource: (typeof onSources)[number] | null;
  setSource: (typeof setSources)[number] | null;
  chillerProtocol: string | null;
}
const byProtocol = '冷机协议';

/** Error of the sources: a source by protocol needs the protocol's name, and a name needs such a source; null when they fit. */
export function chillerFault({ onSource, setSource, chillerProtocol }: ChillerWire): string | null {
  const used = onSource === byProtocol || setSource === byProtocol;
  if (used && !chillerProtocol) return '信号取自冷机协议时须填写协议';
  return chillerProtocol && !used ? '填写协议时，运行信号或设定温度须取自冷机协议' : null;
}

/** ` 运行信号:开关量 设定温度:冷机协议(开利)` for the change history; empty for older versions, which do not have these fields. */
export function describeChiller({ onSource, setSource, chillerProtocol }: Partial<ChillerWire>): string {
  const of = (source: string): string =>
    source === byProtocol && chillerProtocol ? `${source}(${chillerProtocol})` : source;
  return `${onSource ? ` 运行信号:${of(onSource)}` : ''}${setSource ? ` 设定温度:${of(setSource)}` : ''}`;
}
