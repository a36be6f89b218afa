import { useQueryClient } from '@tanstack/react-query';
import { columns } from '@tongda/contract/core/columns';
import {
  type FeeRow,
  feePage,
  feePrice,
  type RenewWish,
  renewDraft,
  renewSaveDraft,
} from '@tongda/contract/trade/device-fee/calls';
import { renewLimits } from '@tongda/contract/trade/device-fee/renewal';
import { feeStatus } from '@tongda/contract/trade/member/enums';
import { Button, Input, InputNumber } from 'antd';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useAct } from '../../../kit/call/use-act';
import { askKey, useAsk } from '../../../kit/call/use-ask';
import { DueDate } from '../../../kit/detail/due-date';
import { Pager } from '../../../kit/list/pager';
import { none } from '../../../kit/show/format';
import { formatYuan } from '../../../kit/show/money';
import { PlateLink } from '../../../kit/show/plate/link';
import { StateDot } from '../../../kit/show/state-dot';
import { ErrorState } from '../../../kit/show/states';
import { DataTable } from '../../../kit/table/dense';
import { WorkBar } from '../../../kit/work/bar';
import { feeLinks } from './links';
import { feeTones } from './list-page';

type Row = FeeRow & { years?: number };
const shown = columns<Row>()([
  { value: 'terminalNo', label: '终端编号', width: 164, fixed: 'left' },
  { value: 'plateNo', label: '车牌', width: 110 },
  { value: 'model', label: '型号', width: 100 },
  { value: 'packageName', label: '套餐', width: 130 },
  { value: 'serviceEnd', label: '到期日', width: 170 },
  { value: 'feeStatus', label: '费用状态', width: 90 },
  { value: 'years', label: '续费年限', width: 130 },
]);
const size = 20;

/** A terminal that waits in an order for its payment is not ordered a second time. */
const isOrdered = ({ openOrderNo }: Pick<FeeRow, 'openOrderNo'>): boolean => openOrderNo !== null;

/** The order in which a terminal waits, for who may see it. */
function OpenOrder({ row }: { row: FeeRow }) {
  if (row.openOrderNo === null) return null;
  if (!row.openOrderVisible) return <span title={`订单${row.openOrderNo}由其他人提交`}>待付款订单</span>;
  return <Link to={feeLinks.order(row.openOrderNo)}>待付款订单</Link>;
}

/** The chosen terminals with the years of each; `rows` are those of the page on which ticks are set and taken away. */
function useChosen(start: readonly RenewWish[], rows: readonly FeeRow[]) {
  const [chosen, setChosen] = useState(() => new Map(start.map((wish) => [wish.deviceId, wish.years])));
  const put = (id: string, years: number): void => setChosen(new Map(chosen).set(id, years));
  const select = (keys: readonly unknown[]): void => {
    const held = new Set(keys.map(String));
    const map = new Map([...chosen].filter(([id]) => held.has(id) || !rows.some((row) => row.id === id)));
    for (const row of rows) {
      if (!held.has(row.id) || map.has(row.id) || isOrdered(row)) continue;
      if (map.size < renewLimits.devices) map.set(row.id, 1);
    }
    setChosen(map);
  };
  return { chosen, put, select };
}

/** Step 1: chooses terminals and the years of each, with the sum. */
export function ChooseStep({ start }: { start: readonly RenewWish[] }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [keyword, setKeyword] = useState('');
  const [page, setPage] = useState(1);
  const input = { page, size, ...(keyword ? { keyword } : {}) };
  const list = useAsk(feePage, input, { keep: true });
  const rows = list.data?.list ?? [];
  const { chosen, put, select } = useChosen(start, rows);
  const items = [...chosen].map(([deviceId, years]) => ({ deviceId, years }));
  const price = useAsk(feePrice, { items }, { when: items.length > 0, keep: true, retry: false });
  const next = useAct(renewSaveDraft, {
    done: () => {
      // the next step reads the draft, which is put into the cache here
      client.setQueryData(askKey(renewDraft, undefined), { items });
      return navigate(feeLinks.step(2));
    },
  });
  return (
    <>
      <div className="trade-parts-wizard-body">
        <Input
          aria-label="终端编号或车牌"
          placeholder="终端编号 / 车牌"
          prefix={<Search className="td-ico td-mute" />}
          allowClear
          style={{ width: 220 }}
          onChange={(event) => {
            setKeyword(event.target.value.trim());
            setPage(1);
          }}
        />
        {list.error ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : null}
        <DataTable<Row>
          rows={rows}
          rowKey="id"
          columns={shown}
          selectedKeys={[...chosen.keys()]}
          select={select}
          untickable={isOrdered}
          cells={{
            plateNo: (row) => <PlateLink id={row.vehicleId} plateNo={row.plateNo} newTab />,
            serviceEnd: (row) => <DueDate date={row.serviceEnd} always />,
            feeStatus: (row) => <StateDot of={feeStatus} tones={feeTones} code={row.feeStatus} />,
            years: (row) =>
              isOrdered(row) ? (
                <OpenOrder row={row} />
              ) : chosen.has(row.id) ? (
                <InputNumber
                  aria-label={`${row.terminalNo}续费年限`}
                  size="small"
                  min={1}
                  max={renewLimits.years}
                  precision={0}
                  suffix="年"
                  value={chosen.get(row.id)}
                  onChange={(years) => put(row.id, years ?? 1)}
                />
              ) : (
                none
              ),
          }}
        />
        <Pager page={page} size={size} sizes={[size]} total={list.data?.total} change={setPage} />
      </div>
      <WorkBar
        note={
          <span>
            已选 {chosen.size} 台{price.data && chosen.size > 0 ? `，应付 ${formatYuan(price.data.amountFen)} 元` : ''}
            {price.error ? <span className="trade-parts-wizard-error">{price.error.message}</span> : null}
          </span>
        }
      >
        <Button onClick={() => void navigate(feeLinks.list)}>取消</Button>
        <Button
          type="primary"
          disabled={chosen.size === 0 || price.isError}
          loading={next.busy}
          onClick={() => void next.run({ items })}
        >
          下一步
        </Button>
      </WorkBar>
    </>
  );
}
