/**
 * How the register says a reefer tells what it does (resources.md 1.5): whether it runs, what it is set to, and the protocol of what it says itself.
 * Facts for who wires and mends: readings come in by the terminal's items whatever stands here.
 */
export const onSources = ['开关量', '冷机协议'] as const;
export const setSources = ['人工设定', '冷机协议'] as const;
/** Usual ones; free text is allowed. */
export const chillerProtocols = ['开利', '冷王', '三菱重工', '凯雪'] as const;

export interface ChillerWire {
  onSource: (typeof onSources)[number] | null;
  setSource: (typeof setSources)[number] | null;
  chillerProtocol: string | null;
}
const byProtocol = '冷机协议';

/** What is wrong with it: a source that is the unit's protocol needs its name, a protocol needs a source that is one. */
export function chillerFault({ onSource, setSource, chillerProtocol }: ChillerWire): string | null {
  const used = onSource === byProtocol || setSource === byProtocol;
  if (used && !chillerProtocol) return '信号取自冷机协议时须填写协议';
  return chillerProtocol && !used ? '填写协议时，运行信号或设定温度须取自冷机协议' : null;
}

/** ` 运行信号:开关量 设定温度:冷机协议(开利)` for history; sets from before these were kept have none. */
export function chillerWords({ onSource, setSource, chillerProtocol }: Partial<ChillerWire>): string {
  const of = (source: string): string =>
    source === byProtocol && chillerProtocol ? `${source}(${chillerProtocol})` : source;
  return `${onSource ? ` 运行信号:${of(onSource)}` : ''}${setSource ? ` 设定温度:${of(setSource)}` : ''}`;
}
