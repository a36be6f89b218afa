import { columns } from '@tongda/contract/core/columns';
import {
  type ChoosableDevice,
  memberSummary,
  queryAvailableEquipment,
  queryNonPurchasableEquipment,
  type RefusedDevice,
} from '@tongda/contract/trade/member/device';
import { memberEffectiveStatus } from '@tongda/contract/trade/member/enums';
import { memberLimits, type memberMonths } from '@tongda/contract/trade/member/order-state';
import type { MemberPlan } from '@tongda/contract/trade/member/plan';
import { Button, Input, Select } from 'antd';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { DueDate } from '../../../kit/detail/due-date';
import { SplitTabs } from '../../../kit/detail/split-page';
import { Pager } from '../../../kit/list/pager';
import { formatYuan } from '../../../kit/show/money';
import { PlateLink } from '../../../kit/show/plate/link';
import { Empty, ErrorState } from '../../../kit/show/states';
import { DataTable } from '../../../kit/table/dense';

const shown = columns<ChoosableDevice>()([
  { value: 'deviceNo', label: '终端编号', width: 164, fixed: 'left' },
  { value: 'plateNo', label: '车牌', width: 100 },
  { value: 'deviceModel', label: '型号', width: 90 },
  { value: 'planName', label: '当前套餐', width: 80 },
  { value: 'endDate', label: '到期日', width: 170 },
  { value: 'unitPriceFen', label: '单价(元)', width: 96, align: 'right' },
]);
const refusedColumns = columns<RefusedDevice>()([
  { value: 'deviceNo', label: '终端编号', width: 164, fixed: 'left' },
  { value: 'plateNo', label: '车牌', width: 110 },
  { value: 'deviceModel', label: '型号', width: 110 },
  { value: 'reason', label: '不可购买的原因', width: 240 },
]);
const size = 20;
const chunk = 200;

interface DeviceChoiceProps {
  plan: MemberPlan;
  months: number;
  chosen: ReadonlyMap<string, (typeof memberMonths)[number]>;
  add: (ids: readonly string[]) => void;
  remove: (ids: readonly string[]) => void;
}

/** Terminals that can have the plan, and the others with the reason why not. */
export function DeviceChoice(props: DeviceChoiceProps) {
  const { plan } = props;
  const [tab, setTab] = useState<'can' | 'cannot'>('can');
  const [keyword, setKeyword] = useState('');
  const [model, setModel] = useState<string>();
  const [status, setStatus] = useState<Status>();
  const summary = useAsk(memberSummary, undefined);
  const filters = { planId: plan.id, ...(keyword ? { keyword } : {}), ...(model ? { model } : {}) };
  const refused = useAsk(queryNonPurchasableEquipment, { ...filters, page: 1, size: chunk }, { keep: true });
  return (
    <>
      <div className="trade-member-choose-tools">
        <SplitTabs
          items={[
            { key: 'can', name: '可购买' },
            { key: 'cannot', name: '不可购买' },
          ]}
          value={tab}
          change={setTab}
        />
        <Input
          aria-label="终端编号或车牌"
          placeholder="终端编号 / 车牌"
          prefix={<Search className="td-ico td-mute" />}
          allowClear
          style={{ width: 190 }}
          onChange={(event) => setKeyword(event.target.value.trim())}
        />
        <Select
          aria-label="型号"
          placeholder="型号"
          allowClear
          style={{ width: 130 }}
          options={(summary.data?.models ?? []).map((value) => ({ value, label: value }))}
          onChange={setModel}
        />
        {tab === 'can' ? (
          <Select<Status>
            aria-label="会员状态"
            placeholder="会员状态"
            allowClear
            style={{ width: 110 }}
            options={memberEffectiveStatus.options.map(({ code, name }) => ({ value: code, label: name }))}
            onChange={setStatus}
          />
        ) : null}
      </div>
      {tab === 'can' ? (
        <Available
          key={JSON.stringify([filters, status])}
          {...props}
          filters={{ ...filters, ...(status === undefined ? {} : { effectiveStatus: status }) }}
        />
      ) : refused.error ? (
        <ErrorState error={refused.error} retry={() => void refused.refetch()} />
      ) : (
        <DataTable<RefusedDevice>
          rows={refused.data?.list ?? []}
          rowKey="id"
          columns={refusedColumns}
          cells={{ plateNo: (row) => <PlateLink id={row.vehicleId} plateNo={row.plateNo} newTab /> }}
          loading={refused.isLoading}
          empty={<Empty title="没有不可购买的设备" />}
        />
      )}
    </>
  );
}

type Status = (typeof memberEffectiveStatus.codes)[number];
interface Filters {
  planId: string;
  keyword?: string;
  model?: string;
  effectiveStatus?: Status;
}

function Available(props: DeviceChoiceProps & { filters: Filters }) {
  const { months, chosen, add, remove, filters } = props;
  const [page, setPage] = useState(1);
  const asked = { ...filters, months };
  const list = useAsk(queryAvailableEquipment, { ...asked, page, size }, { keep: true });
  const rows = list.data?.list ?? [];
  const total = list.data?.total ?? 0;
  const select = (keys: readonly unknown[]): void => {
    const held = new Set(keys.map(String));
    const gone = rows.filter(({ id }) => chosen.has(id) && !held.has(id)).map(({ id }) => id);
    const fresh = rows.filter(({ id }) => !chosen.has(id) && held.has(id)).map(({ id }) => id);
    if (gone.length > 0) remove(gone);
    else add(fresh);
  };
  /** Chooses everything that the filters find, up to the limit of an order. */
  const all = useAct(
    async () => {
      const ids: string[] = [];
      for (let at = 1; (at - 1) * chunk < Math.min(total, memberLimits.devices + 1); at++)
        ids.push(
          ...(await call(queryAvailableEquipment, { ...asked, page: at, size: chunk })).list.map(({ id }) => id),
        );
      return ids;
    },
    { done: add },
  );
  if (list.error) return <ErrorState error={list.error} retry={() => void list.refetch()} />;
  return (
    <>
      <DataTable<ChoosableDevice>
        rows={rows}
        rowKey="id"
        columns={shown}
        selectedKeys={[...chosen.keys()]}
        select={select}
        cells={{
          plateNo: (row) => <PlateLink id={row.vehicleId} plateNo={row.plateNo} newTab />,
          planName: (row) => row.planName || '未开通',
          endDate: (row) => <DueDate date={row.endDate} always />,
          unitPriceFen: (row) => (row.unitPriceFen === null ? '不销售' : formatYuan(row.unitPriceFen)),
        }}
        loading={list.isLoading}
        stale={list.isPlaceholderData}
        empty={<Empty title="没有可购买的设备" text="请放宽筛选条件或更换套餐" />}
      />
      <Pager
        page={page}
        size={size}
        sizes={[size]}
        total={list.data?.total}
        change={setPage}
        scope={
          total > rows.length || chosen.size < total ? (
            <Button disabled={total === 0} loading={all.busy} onClick={() => void all.run()}>
              选择全部 {total} 台
            </Button>
          ) : null
        }
      />
    </>
  );
}
