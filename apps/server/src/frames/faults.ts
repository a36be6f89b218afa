import type { FaultAt, Inspected } from '@tongda/protocol/inspect/frame';
import { labels } from './labels';
import { idWords } from './messages';

const byteHex = (value: number | null): string => `0x${(value ?? 0).toString(16).toUpperCase().padStart(2, '0')}`;

/** What a field that was cut off is called. */
function shortageWords({ shortage }: FaultAt, prefix: string): string {
  if (!shortage) return '内容不符合该消息的格式';
  const names = shortage.path.filter((part) => typeof part === 'string');
  const found = names.flatMap((_, i) => {
    const key = names.slice(i).join('.');
    return labels[`${prefix}.${key}`] ?? labels[key] ?? [];
  })[0];
  const name = found === undefined ? names.at(-1) : typeof found === 'string' ? found : found.label;
  return `字段“${name}”需要${shortage.wanted}字节，只剩${shortage.left}字节`;
}

/** Why a frame is refused or not read, as a sentence that says where. Places count from 0, as in the table of fields. */
export function faultWords(piece: Inspected, fault: FaultAt): string {
  const { offset, expected, actual } = fault;
  switch (fault.fault) {
    case 'garbage':
      return '不在标识位7E之间，不是一帧数据';
    case 'unfinished':
      return '没有结束标识位7E，终端的数据还没有收全';
    case 'short':
      return `只有${actual}字节，一帧至少${expected}字节`;
    case 'oversize':
      return `有${actual}字节，超过一帧最多${expected}字节`;
    case 'escape':
      return `第${offset}字节的转义错误：7D后面应为01或02，实际为${byteHex(actual)}`;
    case 'checksum':
      return `校验码错误：应为${byteHex(expected)}，实际为${byteHex(actual)}`;
    case 'header-short':
      return '消息头不完整';
    case 'header-length':
      return expected === null ? '消息体属性中的长度与实际不符' : `消息体属性写明${expected}字节，实际${actual}字节`;
    case 'header-package':
      return '分包的总包数和包序号不合理';
    case 'encrypted':
      return '消息体已加密，平台没有密钥，不能解析';
    case 'unknown':
      return `消息ID ${idWords(piece.msgId ?? 0)} 不在已知的协议中，只能看到原始字节`;
    case 'damaged':
      return `第${offset}字节起不能解析：${shortageWords(fault, (piece.msgId ?? 0).toString(16).padStart(4, '0'))}`;
  }
}
