import { temHumSeals } from '@tongda/contract/reports/cold-chain/tem-hum';
import { type SealedDayOfVehicle, type SealState, sealStates } from '@tongda/contract/watch/seal/calls';
import { Popover, Table } from 'antd';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useAsk } from '../../kit/call/use-ask';
import { formatNumber } from '../../kit/show/format';
import './styles.css';

interface SealSignProps {
  vehicleId: string;
  startTime: string;
  endTime: string;
}

/** `9f3a7c…b241e8` of a root. */
const shortRoot = (root: string): string => `${root.slice(0, 6)}…${root.slice(-6)}`;

/**
 * That the readings shown can be verified: the root of the newest sealed day of the range, and how many points all of them hold. A click has the readings hashed again and
 * says of each day what was found. Nothing where no day is sealed yet.
 */
export function SealSign(of: SealSignProps) {
  const [open, setOpen] = useState(false);
  const { data } = useAsk(temHumSeals, { ...of, check: false });
  const checked = useAsk(temHumSeals, { ...of, check: true }, { when: open });
  const last = data?.days.at(-1);
  if (!data || !last) return null;
  const points = data.days.reduce((sum, { samples }) => sum + samples, 0);
  return (
    <Popover
      trigger="click"
      placement="bottom"
      open={open}
      onOpenChange={setOpen}
      title={checked.error ? '没有校验成功，请稍后再点' : titleOf(checked.data?.days)}
      content={<SealedDays days={checked.data?.days ?? data.days} />}
    >
      <button type="button" className="reports-cold-chain-seal">
        <ShieldCheck className="td-ico" />
        <b>可验证</b>
        <span>根 {shortRoot(last.root)}</span>
        <span>{formatNumber(points)} 点</span>
      </button>
    </Popover>
  );
}

/** What the check found, in words: days that match, that do not, and whose readings are kept no more. */
export function titleOf(days: readonly SealedDayOfVehicle[] | undefined): string {
  if (!days) return '正在用原始读数重新计算…';
  const count = (state: SealState): number => days.filter((one) => one.state === state).length;
  const [intact, changed, expired] = [count('intact'), count('changed'), count('expired')];
  return [
    changed > 0 ? `${changed} 天与封存时不一致` : '',
    intact > 0 ? `${intact} 天的原始读数已重新计算，与封存一致` : '',
    expired > 0 ? `${expired} 天的原始读数已过保存期，无法校验` : '',
  ]
    .filter(Boolean)
    .join('；');
}

const tones: Readonly<Record<SealState, 'green' | 'red' | 'grey'>> = {
  intact: 'green',
  changed: 'red',
  expired: 'grey',
};

function SealedDays({ days }: { days: readonly SealedDayOfVehicle[] }) {
  return (
    <Table<SealedDayOfVehicle>
      className="reports-cold-chain-sealed"
      size="small"
      rowKey="day"
      dataSource={[...days]}
      pagination={false}
      scroll={{ y: 280 }}
      columns={[
        { title: '日期', dataIndex: 'day', width: 96 },
        { title: '版本', dataIndex: 'version', width: 52, align: 'right' },
        { title: '点数', dataIndex: 'samples', width: 64, align: 'right', render: (n: number) => formatNumber(n) },
        { title: '封存时间', dataIndex: 'sealTime', width: 148 },
        { title: '链根', dataIndex: 'root', width: 132, render: (root: string) => <code>{shortRoot(root)}</code> },
        {
          title: '校验',
          dataIndex: 'state',
          width: 150,
          render: (state: SealState | null) =>
            state ? (
              <span className="td-dot" data-tone={tones[state]}>
                {sealStates[state]}
              </span>
            ) : (
              '--'
            ),
        },
      ]}
    />
  );
}
