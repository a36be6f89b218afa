import { memberPlanSale } from '@tongda/contract/trade/member/enums';
import {
  type PlanRow,
  planAdd,
  planChangeHis,
  planColumns,
  planEnable,
  planFilters,
  planPage,
  planPrices,
  planSavePrices,
  planUpdate,
} from '@tongda/contract/trade/member-plan/calls';
import { Button } from 'antd';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { useRowAct } from '../../../kit/call/use-row-act';
import { RegisterFilters } from '../../../kit/list/filter/declared';
import { ListPage } from '../../../kit/list/page';
import { useHistoryDrawer } from '../../../kit/list/register';
import { useInvalidate, useList } from '../../../kit/list/use-rows';
import { Can } from '../../../kit/session/can';
import { none } from '../../../kit/show/format';
import { formatYuan } from '../../../kit/show/money';
import { StateDot } from '../../../kit/show/state-dot';
import { Empty } from '../../../kit/show/states';
import type { Cells, RowAction } from '../../../kit/table/types';
import { PlanForm } from './form';
import { PriceDialog } from './prices';
import './styles.css';

const tones = { [memberPlanSale.on]: 'green', [memberPlanSale.off]: 'grey' };
const cells: Cells<PlanRow> = {
  status: (row) => (row.isBase ? none : <StateDot of={memberPlanSale} tones={tones} code={row.status} />),
  level: (row) => (row.isBase ? none : row.level),
  monthFen: (row) => (row.monthFen === null ? none : `${formatYuan(row.monthFen)} 起`),
  nextFrom: (row) => (row.nextFrom === null ? none : `${row.nextFrom} 起`),
  models: (row) => (row.isBase ? none : row.models.join('、') || '全部型号'),
  clientCount: (row) => (row.isBase ? none : row.clientCount),
  deviceCount: (row) => (row.isBase ? none : row.deviceCount),
  openOrders: (row) => (row.isBase ? none : row.openOrders),
  updateUser: (row) => row.updateUser || '系统',
};

/** 套餐与价格: what memberships the provider sells, what each gives and costs; the base is what a company without one has. */
export function MemberPlanPage() {
  const list = useList<PlanRow>(planPage);
  const invalidate = useInvalidate();
  const [form, setForm] = useState<{ row: PlanRow | null } | null>(null);
  const [priced, setPriced] = useState<PlanRow | null>(null);
  const history = useHistoryDrawer(planChangeHis);
  const changed = (): void => {
    for (const of of [planPage, planPrices, planChangeHis]) void invalidate(of);
  };
  const enable = useRowAct(
    ({ id, version, status }: PlanRow) =>
      call(planEnable, {
        id,
        version,
        status: status === memberPlanSale.on ? memberPlanSale.off : memberPlanSale.on,
      }),
    {
      sure: ({ name, status, clientCount, openOrders }) =>
        status === memberPlanSale.on
          ? {
              title: `停售“${name}”？`,
              content: `${clientCount}家企业已有的会员继续生效到期满，${openOrders}个处理中的订单继续办理；企业不能再购买或续费该套餐。`,
              ok: '停售',
            }
          : { title: `上架“${name}”？`, content: '企业立即可以购买。', ok: '上架' },
      told: ({ name, status }) => `“${name}”已${status === memberPlanSale.on ? '停售' : '上架'}`,
      done: changed,
    },
  );
  const rowActions = (row: PlanRow): RowAction[] => [
    { label: '编辑', can: planUpdate, run: () => setForm({ row }) },
    ...(row.isBase
      ? []
      : [
          { label: '调整价格', can: planSavePrices, run: () => setPriced(row) },
          {
            label: row.status === memberPlanSale.on ? '停售' : '上架',
            can: planEnable,
            why: row.status === memberPlanSale.off && row.monthFen === null ? '今天没有价格，请先设置价格' : undefined,
            run: () => void enable(row),
          },
        ]),
    { label: '变更记录', run: () => history.open({ id: row.id, name: row.name }) },
  ];
  return (
    <>
      <ListPage
        list={list}
        columns={planColumns}
        cells={cells}
        filters={<RegisterFilters of={planFilters.table} />}
        toolbar={
          <Can do={planAdd}>
            <Button type="primary" icon={<Plus />} onClick={() => setForm({ row: null })}>
              新增套餐
            </Button>
          </Can>
        }
        rowActions={rowActions}
        empty={<Empty title="没有套餐" text="新增套餐并设置价格、上架后，企业可在会员中心购买" />}
      />
      {form ? <PlanForm {...form} done={changed} close={() => setForm(null)} /> : null}
      {priced ? <PriceDialog plan={priced} changed={changed} close={() => setPriced(null)} /> : null}
      {history.drawer}
    </>
  );
}
