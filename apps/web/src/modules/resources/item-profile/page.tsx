import {
  type ItemProfileRow,
  itemProfileAdd,
  itemProfileChangeHis,
  itemProfileColumns,
  itemProfileDel,
  itemProfileEditions,
  itemProfileFilters,
  itemProfileOptions,
  itemProfilePage,
  itemProfileUpdate,
} from '@tongda/contract/resources/item-profile/calls';
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
import { Empty } from '../../../kit/show/states';
import type { Cells, RowAction } from '../../../kit/table/types';
import { ItemProfileDrawer } from './detail';
import { ItemProfileForm } from './form';
import { hexWord } from './words';
import './styles.css';

const cells: Cells<ItemProfileRow> = {
  editionNo: (row) => `v${row.editionNo}`,
  baseName: (row) => row.baseName || none,
  items: (row) => (row.isFixed ? '标准附加信息' : row.items.map((item) => hexWord(item)).join('、') || none),
  rowCount: (row) => (row.isFixed ? none : row.rowCount),
  updateUser: (row) => row.updateUser || '系统',
};

/** Why a profile cannot go; undefined when it can. */
const heldBy = ({ modelCount, deviceCount, baseOfCount }: ItemProfileRow): string | undefined =>
  modelCount + deviceCount > 0
    ? `正被${modelCount}个型号、${deviceCount}台终端使用`
    : baseOfCount > 0
      ? `是其他${baseOfCount}个配置的基础`
      : undefined;

/** 扩展数据解析: what the items mean that makers add to their reports. */
export function ItemProfilePage() {
  const list = useList<ItemProfileRow>(itemProfilePage);
  const invalidate = useInvalidate();
  const [form, setForm] = useState<{ row: ItemProfileRow | null; from?: Partial<ItemProfileRow> } | null>(null);
  const [shown, setShown] = useState<ItemProfileRow | null>(null);
  const history = useHistoryDrawer(itemProfileChangeHis);
  const changed = (): void => {
    for (const of of [itemProfilePage, itemProfileOptions, itemProfileEditions, itemProfileChangeHis])
      void invalidate(of);
  };
  const remove = useRowAct(({ id }: ItemProfileRow) => call(itemProfileDel, { id }), {
    sure: ({ name }) => ({ title: `删除“${name}”？`, ok: '删除' }),
    told: ({ name }) => `${name}已删除`,
    done: changed,
  });
  const rowActions = (row: ItemProfileRow): RowAction[] => [
    { label: '详情', run: () => setShown(row) },
    ...(row.isFixed ? [] : [{ label: '编辑', can: itemProfileUpdate, run: () => setForm({ row }) }]),
    {
      label: '复制',
      can: itemProfileAdd,
      run: () => setForm({ row: null, from: { base: row.isFixed ? row.code : row.base, rows: row.rows } }),
    },
    { label: '变更记录', run: () => history.open({ id: row.id, name: row.name }) },
    ...(row.isFixed
      ? []
      : [{ label: '删除', danger: true, can: itemProfileDel, why: heldBy(row), run: () => void remove(row) }]),
  ];
  return (
    <>
      <ListPage
        list={list}
        columns={itemProfileColumns}
        cells={cells}
        filters={<RegisterFilters of={itemProfileFilters.table} />}
        toolbar={
          <Can do={itemProfileAdd}>
            <Button type="primary" icon={<Plus />} onClick={() => setForm({ row: null })}>
              新增
            </Button>
          </Can>
        }
        rowActions={rowActions}
        empty={<Empty title="没有符合条件的扩展数据" text="换一个名称或数据项再找，或新增一个" />}
      />
      {shown ? (
        <ItemProfileDrawer
          profile={shown}
          restore={({ name, base, rows }) => {
            setShown(null);
            setForm({ row: shown, from: { name, base, rows } });
          }}
          close={() => setShown(null)}
        />
      ) : null}
      {form ? <ItemProfileForm {...form} done={changed} close={() => setForm(null)} /> : null}
      {history.drawer}
    </>
  );
}
