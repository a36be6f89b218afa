import { type ItemRow, itemProfileTry, type TriedItem } from '@tongda/contract/resources/item-profile/calls';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { none } from '../../../kit/show/format';
import { hexWord } from './words';

const byWords: Readonly<Record<TriedItem['by'], string>> = { own: '本配置', base: '基础配置', none: '未解析' };

/** 试解析: what a profile, saved or not, makes of a frame. */
export function TryPanel({ base, rows }: { base: string; rows: ItemRow[] }) {
  const [hex, setHex] = useState('');
  const [shown, setShown] = useState<{ what: string; items: TriedItem[] } | null>(null);
  const act = useAct(() => call(itemProfileTry, { base, rows, hex }), { done: setShown });
  return (
    <div className="resources-item-profile-try">
      <Input.TextArea
        aria-label="试解析的报文"
        rows={3}
        spellCheck={false}
        value={hex}
        placeholder="粘贴位置汇报的完整报文（7E…7E），或只有附加信息，如 E1 02 00 7B"
        onChange={(e) => setHex(e.target.value)}
      />
      <Button disabled={hex.trim() === ''} loading={act.busy} onClick={() => void act.run()}>
        试解析
      </Button>
      {shown ? (
        <table className="resources-item-profile-tried" aria-label={`${shown.what}的解析结果`}>
          <thead>
            <tr>
              <th>数据项</th>
              <th className="num">长度</th>
              <th>结果</th>
              <th>依据</th>
              <th>原始</th>
            </tr>
          </thead>
          <tbody>
            {shown.items.length === 0 ? (
              <tr>
                <td colSpan={5}>报文里没有附加信息</td>
              </tr>
            ) : null}
            {shown.items.map((item, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a report may have the same item twice
              <tr key={i} className={item.by}>
                <td className="resources-item-profile-mono">{hexWord(item.item)}</td>
                <td className="num">{item.length}</td>
                <td>{item.words || none}</td>
                <td>{byWords[item.by]}</td>
                <td className="resources-item-profile-mono" title={item.hex.toUpperCase()}>
                  {item.hex.toUpperCase().match(/../gu)?.slice(0, 16).join(' ') ?? none}
                  {item.hex.length > 32 ? ' …' : ''}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </div>
  );
}
