import type { MemberLine, MemberWish } from '@tongda/contract/trade/member/order';
import { Button, Select } from 'antd';
import { X } from 'lucide-react';
import { formatYuan } from '../../../kit/show/money';
import { monthWords } from './use-plans';

type Months = MemberWish['months'];
interface DeviceCartProps {
  lines: readonly MemberLine[];
  /** number of chosen terminals; their lines follow when the server has priced them */
  count: number;
  sold: readonly Months[];
  put: (ids: readonly string[], months: Months) => void;
  remove: (ids: readonly string[]) => void;
  clear: () => void;
}

/** 购买清单: the chosen terminals with months and price. */
export function DeviceCart({ lines, count, sold, put, remove, clear }: DeviceCartProps) {
  const options = sold.map((months) => ({ value: months, label: monthWords(months) }));
  const sum = lines.reduce((fen, line) => fen + line.amountFen, 0);
  return (
    <aside className="trade-member-cart" aria-label="购买清单">
      <header>
        <h2>购买清单</h2>
        <span className="td-cap">{count} 台</span>
        {lines.length > 1 ? (
          <Select<Months>
            aria-label="统一时长"
            size="small"
            placeholder="统一时长"
            style={{ width: 96 }}
            options={options}
            onChange={(months) =>
              put(
                lines.map(({ deviceId }) => deviceId),
                months,
              )
            }
          />
        ) : null}
        {count > 0 ? (
          <button type="button" className="td-plain kit-table-word" onClick={clear}>
            清空
          </button>
        ) : null}
      </header>
      {count === 0 ? <p className="td-cap">在左侧勾选要开通或续费会员的设备</p> : null}
      <ul>
        {lines.map((line) => (
          <li key={line.deviceId}>
            <span>
              <b>{line.plateNo || line.deviceNo}</b>
              <span className="td-cap">
                {line.startDate} ~ {line.endDate}
              </span>
            </span>
            <Select<Months>
              aria-label={`${line.deviceNo}购买时长`}
              size="small"
              style={{ width: 84 }}
              value={options.find(({ value }) => value === line.months)?.value}
              options={options}
              onChange={(months) => put([line.deviceId], months)}
            />
            <span className="trade-member-cart-fen">{formatYuan(line.amountFen)}</span>
            <Button
              type="text"
              size="small"
              icon={<X />}
              aria-label={`移除 ${line.deviceNo}`}
              onClick={() => remove([line.deviceId])}
            />
          </li>
        ))}
      </ul>
      {lines.length > 0 ? (
        <footer>
          合计 <b>{formatYuan(sum)}</b> 元
        </footer>
      ) : null}
    </aside>
  );
}
